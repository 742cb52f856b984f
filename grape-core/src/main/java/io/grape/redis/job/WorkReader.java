package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Payload;
import io.grape.core.job.Progress;
import io.grape.redis.script.Reply;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what replies show of the work on a job. */
final class WorkReader {
    /** What stands before a checkpoint in a reply. */
    private static final byte CHECKPOINT = 2;

    private WorkReader() {}

    /** As {@code shown_progress} of {@code job.lua} writes it: ms, percent or {@code -}, and the note. */
    static @Nullable Progress progress(Reply reply, int index) {
        if (reply.isEmpty(index)) {
            return null;
        }
        String[] parts = reply.text(index).split(" ", 3);
        Integer percent = parts[1].equals("-") ? null : Integer.valueOf(parts[1]);
        return new Progress(Instant.ofEpochMilli(Long.parseLong(parts[0])), percent, parts[2]);
    }

    /** Reads the checkpoint in front of a job, if there is one. */
    static @Nullable Checkpoint checkpoint(ByteBuffer in) {
        if (!in.hasRemaining() || in.get(in.position()) != CHECKPOINT) {
            return null;
        }
        in.get();
        byte[] stored = new byte[in.getInt()];
        in.get(stored);
        int type = Byte.toUnsignedInt(stored[0]);
        return new Checkpoint(new Payload(
                Arrays.copyOfRange(stored, 1 + type, stored.length), new String(stored, 1, type, ISO_8859_1)));
    }

    /** As field {@code c} has it. */
    static byte[] stored(Checkpoint checkpoint) {
        return typed(checkpoint.payload().contentType(), checkpoint.payload().bytes());
    }

    /** Bytes behind their content type, which has its length in a byte in front of it. */
    static byte[] typed(String contentType, byte[] bytes) {
        byte[] type = contentType.getBytes(ISO_8859_1);
        return ByteBuffer.allocate(1 + type.length + bytes.length)
                .put((byte) type.length)
                .put(type)
                .put(bytes)
                .array();
    }

    /** As {@code shown_cancel} of {@code job.lua} writes it: ms, a space, and the reason; null where it is empty. */
    static @Nullable Cancellation cancelled(Reply reply, int index) {
        if (reply.isEmpty(index)) {
            return null;
        }
        String[] parts = reply.text(index).split(" ", 2);
        return new Cancellation(Instant.ofEpochMilli(Long.parseLong(parts[0])), parts[1]);
    }
}
