package io.grape.client.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.Programs;
import io.grape.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A system that writes a part of a record, and has no room for the rest. */
@DisabledOnOs(OS.WINDOWS)
class CutOffWriteTest {
    private static final int RECORDS = 20;
    private static final int LONG = 100_000;

    @TempDir
    private Path directory;

    /** Appends long records, then a short one. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            int failed = 0;
            JournalOptions options = new JournalOptions(16 << 20, WhenFull.THROW, Durability.DISK);
            try (Journal journal = Journal.open(Path.of(args[0]), options, Runnable::run)) {
                for (int i = 0; i < RECORDS; i++) {
                    try {
                        journal.append(new byte[LONG]).join();
                    } catch (UncheckedIOException e) {
                        failed++;
                    }
                }
                Journals.append(journal, "short");
            }
            System.out.println("failed " + failed);
        }
    }

    @Test
    void aRecordThatIsCutOffCostsNoFileAndNoOtherRecord() throws IOException {
        Path log = directory.resolve("log");
        Path buffer = directory.resolve("buffer");
        // No file becomes longer than 64 blocks of 1024 bytes.
        String command = "ulimit -f 64 && exec \"$@\"";
        ChildProcess writer = ChildProcess.start(
                log,
                List.of(
                        "bash",
                        "-c",
                        command,
                        "bash",
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        buffer.toString()),
                environment -> {});
        assertThat(writer.awaitExit()).as(writer.output()).isZero();
        assertThat(writer.output()).contains("failed " + RECORDS);
        assertThat(Journals.segments(buffer)).hasSize(1);
        assertThat(Journals.content(buffer)).containsExactly("short");
    }
}
