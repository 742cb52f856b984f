package io.grape.client.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * How far a journal is settled. Two slots are written in turn, each with a count and a checksum: a write that was cut
 * off spoils one of them, and the other holds the position before. It is not synced, so after a crash of the machine an
 * earlier position may be read: what was settled since is read again.
 */
final class PositionFile implements Closeable {
    private static final int SLOT = 32;
    private static final int CHECKED = 24;

    private final RandomAccessFile file;
    private long writes;
    private Position position = Position.START;

    PositionFile(Path directory) throws IOException {
        file = new RandomAccessFile(directory.resolve("position").toFile(), "rw");
        if (file.length() == 0) {
            // A full disk has room for it then, and settled jobs make room.
            file.write(new byte[SLOT + SLOT]);
        }
        for (int slot = 0; slot < 2; slot++) {
            read(slot);
        }
    }

    private void read(int slot) throws IOException {
        if (file.length() < SLOT * (slot + 1L)) {
            return;
        }
        byte[] bytes = new byte[SLOT];
        file.seek((long) SLOT * slot);
        file.readFully(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long count = buffer.getLong();
        Position found = new Position(buffer.getLong(), buffer.getLong());
        if (buffer.getLong() == checksum(bytes) && count > writes) {
            writes = count;
            position = found;
        }
    }

    private static long checksum(byte[] slot) {
        CRC32C crc = new CRC32C();
        crc.update(slot, 0, CHECKED);
        return crc.getValue();
    }

    Position position() {
        return position;
    }

    void write(Position to) throws IOException {
        byte[] slot = ByteBuffer.allocate(SLOT)
                .putLong(writes + 1)
                .putLong(to.segment())
                .putLong(to.offset())
                .array();
        ByteBuffer.wrap(slot).putLong(CHECKED, checksum(Arrays.copyOf(slot, CHECKED)));
        file.seek(SLOT * ((writes + 1) % 2));
        file.write(slot);
        writes++;
        position = to;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
