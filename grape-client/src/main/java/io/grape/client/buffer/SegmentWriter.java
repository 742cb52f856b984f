package io.grape.client.buffer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Appends records to a segment. No channel writes: an interrupt of a caller would close it. */
final class SegmentWriter {
    private final Segment segment;
    private final RandomAccessFile file;
    private long end;
    private volatile boolean failed;

    SegmentWriter(Segment segment) throws IOException {
        this.segment = segment;
        this.file = new RandomAccessFile(segment.file().toFile(), "rw");
    }

    Segment segment() {
        return segment;
    }

    long end() {
        return end;
    }

    /** Whether a write or sync failed: what comes after that belongs into another file. */
    boolean isFailed() {
        return failed;
    }

    void append(byte[] payload) throws IOException {
        try {
            file.write(Frame.of(segment.salt(), end, payload));
        } catch (IOException e) {
            failed = true;
            cut(e);
            throw e;
        }
        end += Frame.HEADER + payload.length;
    }

    /** Gives back the room of half a record. If that fails, too, it is skipped when the file is read. */
    private void cut(IOException failure) {
        try {
            file.setLength(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** After a failure the system may have dropped what it had not written, and say nothing the next time. */
    void sync() throws IOException {
        try {
            file.getChannel().force(false);
        } catch (IOException e) {
            failed = true;
            throw e;
        }
    }

    void close() throws IOException {
        file.close();
    }

    /** Makes the name of a new file durable. Not every system can. */
    static void syncDirectory(Path directory) {
        try (FileChannel channel = FileChannel.open(directory)) {
            channel.force(true);
        } catch (IOException e) {
            // Windows opens no directory, and needs no sync of one.
        }
    }
}
