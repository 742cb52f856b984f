package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.UsageException;
import io.grape.client.ExportedJob;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Where an export goes: lines with jobs, and after each page a mark, from which an export that was cut off goes on. */
final class ExportFile implements AutoCloseable {
    private final OutputStream sink;
    private final OutputStream jobs;

    ExportFile(OutputStream sink) {
        this.sink = sink;
        this.jobs = new BufferedOutputStream(sink, 1 << 16);
    }

    /** Cuts off what stands behind the last mark of a file; empty: there is none. Refuses a file that is no export. */
    static Optional<Mark> lastMark(Path file) throws IOException {
        Optional<Mark> last = Optional.empty();
        long length = 0;
        try (ExportLines lines = new ExportLines(file.toString(), Files.newInputStream(file))) {
            for (Optional<byte[]> line = lines.nextBytes(); line.isPresent(); line = lines.nextBytes()) {
                String text = new String(line.get(), UTF_8);
                if (lines.count() == 1 && !Mark.isBegunBy(text)) {
                    throw new UsageException("--resume: expected an export, got " + file + ", which is none");
                }
                Optional<Mark> mark = lines.isWhole() ? Mark.read(text) : Optional.empty();
                last = mark.isPresent() ? mark : last;
                length = mark.isPresent() ? lines.bytes() : length;
            }
        }
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
            open.truncate(length);
        }
        return last;
    }

    void add(ExportedJob job) throws IOException {
        jobs.write(line(job.json()));
    }

    /** Only where all jobs before it were written, a mark follows them. */
    void mark(Mark mark) throws IOException {
        jobs.flush();
        check();
        sink.write(line(mark.line()));
        sink.flush();
        check();
    }

    private static byte[] line(String text) {
        return (text + "\n").getBytes(UTF_8);
    }

    /** Standard output does not throw. */
    private void check() throws IOException {
        if (sink instanceof PrintStream out && out.checkError()) {
            throw new IOException("the export cannot be written");
        }
    }

    @Override
    public void close() throws IOException {
        jobs.close();
    }
}
