package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.grape.cli.terminal.UsageException;
import io.grape.client.ExportedJob;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where an export goes: lines with jobs, and after each page a mark, from which an export that was cut off goes on. */
final class ExportFile implements AutoCloseable {
    private final OutputStream sink;
    private final OutputStream jobs;
    private final Optional<Mark> begin;

    private ExportFile(OutputStream sink, Optional<Mark> begin) {
        this.sink = sink;
        this.jobs = new BufferedOutputStream(sink, 1 << 16);
        this.begin = begin;
    }

    /** To standard output. */
    static ExportFile to(PrintStream out) {
        return new ExportFile(out, Optional.empty());
    }

    /** To a new file, which only its owner can read. */
    static ExportFile create(Path file) throws IOException {
        try {
            return new ExportFile(Channels.newOutputStream(PrivateFile.create(file)), Optional.empty());
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--out: expected a new file, or --resume with it, got " + file);
        }
    }

    /** To a file in which an export of a tube was cut off, or to a new one. */
    static ExportFile resume(Path file, String tube) throws IOException {
        if (!Files.exists(file, NOFOLLOW_LINKS)) {
            return create(file);
        }
        if (!Files.isRegularFile(file, NOFOLLOW_LINKS)) {
            throw new UsageException("--resume: expected an export, got " + file + ", which is no file or a link");
        }
        // One channel for all, so that nobody exchanges the file in between.
        FileChannel channel = PrivateFile.open(file);
        try {
            Optional<Mark> last = lastMark(file, channel);
            last.filter(mark -> !mark.tube().equals(tube)).ifPresent(mark -> {
                throw new UsageException(
                        "--resume: expected an export of tube " + tube + ", got one of " + mark.tube());
            });
            return new ExportFile(Channels.newOutputStream(channel), last);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Goes behind the last mark, if there is one, and cuts off the rest. Refuses a file that is no export. */
    private static Optional<Mark> lastMark(Path file, FileChannel channel) throws IOException {
        Optional<Mark> last = Optional.empty();
        long length = 0;
        // Not closed: that would close the channel.
        ExportLines lines = new ExportLines(file.toString(), Channels.newInputStream(channel));
        for (Optional<byte[]> line = lines.nextBytes(); line.isPresent(); line = lines.nextBytes()) {
            String text = new String(line.get(), UTF_8);
            if (lines.count() == 1 && !Mark.isBegunBy(text)) {
                throw new UsageException("--resume: expected an export, got " + file + ", which is none");
            }
            Optional<Mark> mark = lines.isWhole() ? Mark.read(text) : Optional.empty();
            last = mark.isPresent() ? mark : last;
            length = mark.isPresent() ? lines.bytes() : length;
        }
        channel.truncate(length);
        channel.position(length);
        return last;
    }

    /** How far the export was that goes on here; empty: it begins. */
    Optional<Mark> begin() {
        return begin;
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
