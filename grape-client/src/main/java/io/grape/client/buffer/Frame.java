package io.grape.client.buffer;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The form of a record in a segment: marker, length and checksum, 4 bytes each, then the payload.
 *
 * <p>Marker and checksum depend on the random salt of the segment. So a payload, which anybody may have chosen, cannot
 * contain what looks like a record, and a record of another place is none.
 */
final class Frame {
    static final int HEADER = 12;

    private Frame() {}

    static byte[] of(long salt, long offset, byte[] payload) {
        return ByteBuffer.allocate(HEADER + payload.length)
                .putInt(marker(salt))
                .putInt(payload.length)
                .putInt(checksum(salt, offset, ByteBuffer.wrap(payload)))
                .put(payload)
                .array();
    }

    static int marker(long salt) {
        return (int) salt;
    }

    static int checksum(long salt, long offset, ByteBuffer payload) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES + Long.BYTES + Integer.BYTES)
                .putLong(salt)
                .putLong(offset)
                .putInt(payload.remaining())
                .flip());
        crc.update(payload);
        return (int) crc.getValue();
    }
}
