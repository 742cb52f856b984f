package io.grape.client.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Reads the records of a segment, one after another. Bytes that are no record are skipped to the next one. */
final class SegmentReader implements Closeable {
    private static final int CHUNK = 64 << 10;

    /** Called for what is skipped. */
    interface Skipped {
        void found(Segment segment, long from, long to);
    }

    private final Segment segment;
    private final Skipped skipped;
    private final FileChannel channel;
    private long offset;

    /** The bytes of the file from {@link #begin} on. */
    private ByteBuffer chunk = ByteBuffer.allocate(CHUNK).limit(0);

    private long begin;

    SegmentReader(Segment segment, long offset, Skipped skipped) throws IOException {
        this.segment = segment;
        this.offset = offset;
        this.skipped = skipped;
        this.channel = FileChannel.open(segment.file(), StandardOpenOption.READ);
    }

    Segment segment() {
        return segment;
    }

    /** Where the next record begins. */
    long offset() {
        return offset;
    }

    /**
     * The next record; null if there is none.
     *
     * @param limit nothing from there on is looked at; it only grows
     */
    @Nullable
    Entry next(long limit) throws IOException {
        if (offset >= limit) {
            return null;
        }
        long from = offset;
        Entry entry = at(from, limit);
        while (entry == null && offset < limit) {
            offset = nextMarker(offset + 1, limit);
            entry = at(offset, limit);
        }
        if (offset > from) {
            skipped.found(segment, from, offset);
        }
        if (entry != null) {
            offset += Frame.HEADER + entry.payload().length;
        }
        return entry;
    }

    /** The record there; null if these bytes are none. */
    private @Nullable Entry at(long from, long limit) throws IOException {
        if (limit - from < Frame.HEADER || intAt(from, limit) != Frame.marker(segment.salt())) {
            return null;
        }
        int length = intAt(from + Integer.BYTES, limit);
        int checksum = intAt(from + Integer.BYTES + Integer.BYTES, limit);
        if (length < 0 || length > limit - from - Frame.HEADER) {
            return null;
        }
        byte[] payload = new byte[length];
        load(from + Frame.HEADER, length, limit);
        chunk.get((int) (from + Frame.HEADER - begin), payload);
        return checksum == Frame.checksum(segment.salt(), from, ByteBuffer.wrap(payload))
                ? new Entry(new Position(segment.number(), from), payload)
                : null;
    }

    /** Where the next record may begin; the limit if nowhere. */
    private long nextMarker(long from, long limit) throws IOException {
        for (long at = from; at <= limit - Frame.HEADER; at++) {
            if (intAt(at, limit) == Frame.marker(segment.salt())) {
                return at;
            }
        }
        return limit;
    }

    private int intAt(long from, long limit) throws IOException {
        load(from, Integer.BYTES, limit);
        return chunk.getInt((int) (from - begin));
    }

    /** Makes the chunk hold these bytes, and no byte beyond the limit: those may be half-written. */
    private void load(long from, int count, long limit) throws IOException {
        if (from >= begin && from + count <= begin + chunk.limit()) {
            return;
        }
        if (chunk.capacity() < count) {
            chunk = ByteBuffer.allocate(count);
        }
        chunk.clear().limit((int) Math.min(chunk.capacity(), limit - from));
        begin = from;
        while (chunk.hasRemaining()) {
            if (channel.read(chunk, begin + chunk.position()) < 0) {
                // Somebody cut the file: zeros are no record.
                chunk.put(new byte[chunk.remaining()]);
            }
        }
        chunk.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
