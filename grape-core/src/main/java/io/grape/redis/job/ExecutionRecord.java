package io.grape.redis.job;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The record of a job's executions, as {@code job.lua} stores it, all big-endian. It has the number of executions in 4
 * bytes, the last lease in 7, and the score at the delivery as a double. If the delay and the priority differ from the
 * header's, they follow: delay ms in 6 bytes, priority in 4. A reply may have 4 more bytes. Source: {@code
 * docs/storage.md}.
 *
 * @param lease 0 = none
 * @param earlier executions before its last kick, as far as it is shown
 * @param score the same with a minus once that lease has expired, -1 = none
 */
public record ExecutionRecord(
        int noe,
        long lease,
        double score,
        int earlier,
        @Nullable Long newDelayMillis,
        @Nullable Long newPriority) {
    private static final int RUN_BYTES = 19;
    private static final int CHANGES_BYTES = 10;

    /** A job that was never delivered. */
    static final ExecutionRecord NONE = new ExecutionRecord(0, 0, -1, 0, null, null);

    public static ExecutionRecord read(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        boolean ran = stored.length >= RUN_BYTES;
        int noe = ran ? in.getInt() : NONE.noe;
        long lease = ran ? number(in, 7) : NONE.lease;
        double score = ran ? in.getDouble() : NONE.score;
        boolean isChanged = in.remaining() >= CHANGES_BYTES;
        Long delay = isChanged ? number(in, 6) : null;
        Long priority = isChanged ? number(in, 4) : null;
        return new ExecutionRecord(noe, lease, score, in.hasRemaining() ? in.getInt() : 0, delay, priority);
    }

    /** An unsigned number of so many bytes. */
    static long number(ByteBuffer in, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = (value << 8) | Byte.toUnsignedLong(in.get());
        }
        return value;
    }

    /** When it was due at its last delivery; null if there was none, or it was undone. */
    @Nullable
    public Instant dueAt() {
        return score == NONE.score ? null : Instant.ofEpochMilli((long) Math.abs(score));
    }

    public long delayMillis(JobHeader header) {
        return newDelayMillis == null ? header.delayMillis() : newDelayMillis;
    }

    public long priority(JobHeader header) {
        return newPriority == null ? header.priority() : newPriority;
    }
}
