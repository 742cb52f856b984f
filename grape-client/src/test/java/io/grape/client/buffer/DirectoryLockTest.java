package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.harness.Programs;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
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

    /** As two applications of one server are. */
    @Test
    void thatOfAnotherClassLoaderIsRefusedAndHarmsNobody() throws Exception {
        String classPath = System.getProperty("java.class.path");
        URL[] urls = Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(DirectoryLockTest::url)
                .toArray(URL[]::new);
        try (Journal journal = Journals.open(directory);
                URLClassLoader other = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            Method lock = other.loadClass(DirectoryLock.class.getName()).getDeclaredMethod("of", Path.class);
            lock.setAccessible(true);
            assertThatThrownBy(() -> lock.invoke(null, directory))
                    .cause()
                    .hasMessageContaining("in use by this process");
            Process refused = holder();
            refused.getOutputStream().close();
            assertThat(new String(refused.getInputStream().readAllBytes(), UTF_8))
                    .contains("in use by process " + ProcessHandle.current().pid());
            Journals.append(journal, "a");
        }
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private Process holder() throws IOException {
        return new ProcessBuilder(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void anotherProcessIsRefusedUntilTheFirstIsKilled() throws Exception {
        Process holder = holder();
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
