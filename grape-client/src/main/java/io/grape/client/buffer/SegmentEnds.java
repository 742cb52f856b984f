package io.grape.client.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long each segment of a journal was when it was last synced. A segment that was cut between two records looks whole, so
 * only its length tells that records are missing. Each segment has a slot with a checksum. The file is not synced: after a
 * crash of the machine it may hold an earlier length, which hides a cut and never reports one that is none.
 */
final class SegmentEnds implements Closeable {
    static final long UNKNOWN = -1;

    private static final Logger LOG = LoggerFactory.getLogger(SegmentEnds.class);
    private static final int SLOT = 24;
    private static final int CHECKED = 16;
    /** Far more segments than a journal has at one time. */
    private static final int SLOTS = 4096;

    private final RandomAccessFile file;

    SegmentEnds(Path directory) throws IOException {
        file = new RandomAccessFile(directory.resolve("ends").toFile(), "rw");
    }

    /** A failure costs no record: a cut may be reported late, or not at all. */
    synchronized void note(long segment, long end) {
        byte[] slot = ByteBuffer.allocate(SLOT).putLong(segment).putLong(end).array();
        ByteBuffer.wrap(slot).putLong(CHECKED, checksum(slot));
        try {
            file.seek(at(segment));
            file.write(slot);
        } catch (IOException e) {
            LOG.debug("buffer: the length of a segment was not noted segment={}", segment, e);
        }
    }

    /** The length of a segment; {@link #UNKNOWN} if it was not noted. */
    synchronized long end(long segment) throws IOException {
        if (file.length() < at(segment) + SLOT) {
            return UNKNOWN;
        }
        byte[] slot = new byte[SLOT];
        file.seek(at(segment));
        file.readFully(slot);
        ByteBuffer read = ByteBuffer.wrap(slot);
        boolean isOfSegment = read.getLong() == segment;
        long end = read.getLong();
        return isOfSegment && read.getLong() == checksum(slot) ? end : UNKNOWN;
    }

    private static long at(long segment) {
        return Math.floorMod(segment, (long) SLOTS) * SLOT;
    }

    private static long checksum(byte[] slot) {
        CRC32C crc = new CRC32C();
        crc.update(Arrays.copyOf(slot, CHECKED));
        return crc.getValue();
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
