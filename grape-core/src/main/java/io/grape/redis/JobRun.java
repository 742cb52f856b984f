package io.grape.redis;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code job.lua} keeps of a job's executions: their number in 4 bytes, the last lease in 7, the score that the job
 * was handed out with as a double; and once they are not what the header says, delay ms in 6 and priority in 4, all
 * big-endian. Source: {@code docs/storage.md}.
 *
 * @param lease 0 = none
 * @param score the same with a minus once that lease ran out, -1 = none
 */
record JobRun(
        int noe,
        long lease,
        double score,
        @Nullable Long newDelayMillis,
        @Nullable Long newPriority) {
    /** A job that was never handed out. */
    static final JobRun NONE = new JobRun(0, 0, -1, null, null);

    static JobRun read(byte[] stored) {
        if (stored.length == 0) {
            return NONE;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        int noe = in.getInt();
        long lease = number(in, 7);
        double score = in.getDouble();
        return in.hasRemaining()
                ? new JobRun(noe, lease, score, number(in, 6), number(in, 4))
                : new JobRun(noe, lease, score, null, null);
    }

    /** A number of so many bytes, without sign. */
    static long number(ByteBuffer in, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = (value << 8) | Byte.toUnsignedLong(in.get());
        }
        return value;
    }

    /** When it was due, the last time that it was handed out; null when it was not, or that was undone. */
    @Nullable
    Instant dueAt() {
        return score == NONE.score ? null : Instant.ofEpochMilli((long) Math.abs(score));
    }

    long delayMillis(JobHeader header) {
        return newDelayMillis == null ? header.delayMillis() : newDelayMillis;
    }

    long priority(JobHeader header) {
        return newPriority == null ? header.priority() : newPriority;
    }
}
