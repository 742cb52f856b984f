package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.client.ExportedJob;
import java.io.BufferedReader;
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
    private final PrintStream out;

    ExportFile(OutputStream out) {
        this.out = new PrintStream(out, false, UTF_8);
    }

    /** Cuts off what stands behind the last mark of a file; empty: there is none. */
    static Optional<Mark> lastMark(Path file) throws IOException {
        Optional<Mark> last = Optional.empty();
        long length = 0;
        long bytes = 0;
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                bytes += line.getBytes(UTF_8).length + 1;
                Optional<Mark> mark = Mark.read(line);
                if (mark.isPresent()) {
                    last = mark;
                    length = bytes;
                }
            }
        }
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
            open.truncate(Math.min(length, open.size()));
        }
        return last;
    }

    void add(ExportedJob job) {
        line(job.json());
    }

    /** After this everything before it is on its way to the disk. Throws where it cannot be written. */
    void mark(Mark mark) throws IOException {
        line(mark.line());
        out.flush();
        if (out.checkError()) {
            throw new IOException("the export cannot be written");
        }
    }

    private void line(String text) {
        out.print(text);
        out.print('\n');
    }

    @Override
    public void close() {
        out.close();
    }
}
