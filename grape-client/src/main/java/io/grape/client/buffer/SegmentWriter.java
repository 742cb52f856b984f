package io.grape.client.buffer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to a segment. Callers use no channel: an interrupt would close it. Only the thread that syncs does, of which
 * no interrupt is expected.
 */
final class SegmentWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentWriter.class);
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Segment segment;
    private final RandomAccessFile file;
    private volatile long end;
    private boolean named;
    private volatile boolean failed;
    private volatile long failedAt;

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

    /** Whether nobody knows what is in the file, as it was not cut or not synced: what comes after that belongs into another one. */
    boolean isFailed() {
        return failed;
    }

    /** Whether it failed a moment ago. So a disk that is broken does not fill up with files. */
    boolean hasJustFailed() {
        return failed && System.nanoTime() - failedAt < PAUSE;
    }

    void append(byte[] payload) throws IOException {
        try {
            file.write(Frame.of(segment.salt(), end, payload));
        } catch (IOException e) {
            cut(e);
            throw e;
        }
        // Under the lock of the journal; it is volatile for the thread that syncs.
        end = end + Frame.HEADER + payload.length;
    }

    /** Gives back the room of half a record. If that fails, too, it is skipped when the file is read. */
    private void cut(IOException failure) {
        try {
            file.setLength(end);
            file.seek(end);
        } catch (IOException e) {
            failure.addSuppressed(e);
            fail();
        }
    }

    private void fail() {
        failedAt = System.nanoTime();
        failed = true;
    }

    /** After a failure the system may have dropped what it had not written, and say nothing the next time. */
    void sync() throws IOException {
        try {
            file.getChannel().force(false);
            if (!named) {
                syncDirectory();
                named = true;
            }
        } catch (Throwable e) {
            fail();
            throw e;
        }
    }

    void close() throws IOException {
        file.close();
    }

    /** Makes the name of a new file durable. Not every system can. */
    private void syncDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(
                Objects.requireNonNull(segment.file().toAbsolutePath().getParent()))) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // Windows opens no directory, and needs no sync of one.
            LOG.debug("buffer: the directory was not synced file={}", segment, e);
        }
    }
}
