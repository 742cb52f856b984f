package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.client.ExportedJob;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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

    /** Cuts off what stands behind the last mark of a file; empty: there is none. */
    static Optional<Mark> lastMark(Path file) throws IOException {
        Optional<Mark> last = Optional.empty();
        long length = 0;
        long bytes = 0;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                bytes++;
                if (next != '\n') {
                    line.write(next);
                    continue;
                }
                Optional<Mark> mark = Mark.read(line.toString(UTF_8));
                last = mark.isPresent() ? mark : last;
                length = mark.isPresent() ? bytes : length;
                line.reset();
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
