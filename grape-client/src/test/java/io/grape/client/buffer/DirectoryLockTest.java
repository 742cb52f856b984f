package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.harness.Programs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time uses a directory. */
class DirectoryLockTest {
    @TempDir
    private Path directory;

    /** Opens a journal, says so, and waits for its end. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (Journal journal = Journals.open(Path.of(args[0]))) {
                System.out.println("open " + journal.jobs());
                System.out.flush();
                var unused = System.in.read();
            }
        }
    }

    @Test
    void anotherOneOfThisProcessIsRefusedAndHarmsNobody() throws IOException {
        try (Journal journal = Journals.open(directory)) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Journals.open(directory))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("in use by this process");
            }
            Journals.append(journal, "a");
        }
        assertThat(Journals.content(directory)).containsExactly("a");
    }

    @Test
    void anotherProcessIsRefusedUntilTheFirstIsKilled() throws Exception {
        Process holder = new ProcessBuilder(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String line = holder.inputReader(UTF_8).readLine();
            while (line != null && !line.equals("open 0")) {
                line = holder.inputReader(UTF_8).readLine();
            }
            assertThat(line).isEqualTo("open 0");
            assertThatThrownBy(() -> Journals.open(directory))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use by process " + holder.pid())
                    .hasMessageContaining(directory.getFileName().toString());
        } finally {
            holder.destroyForcibly().waitFor();
        }
        Journals.open(directory).close();
    }
}
