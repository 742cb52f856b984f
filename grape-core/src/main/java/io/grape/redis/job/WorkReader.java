package io.grape.redis.job;

import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Outcome;
import io.grape.core.job.Progress;
import io.grape.redis.script.Reply;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads what replies show of the work on a job. */
final class WorkReader {
    /** What stands before a checkpoint in a reply. */
    private static final byte CHECKPOINT = 2;

    /** What is kept of a finished job, as bits. */
    private static final int WITH_PAYLOAD = 2;

    private static final int WITH_RESULT = 4;

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
        return new Checkpoint(TypedBytes.read(stored));
    }

    /** As {@code read_kept} of {@code kept.lua} writes it: what is kept, ms that it ran, and size and type of the result. */
    static Outcome outcome(Instant finishedAt, String text) {
        String[] parts = text.split(" ", 4);
        int kept = Integer.parseInt(parts[0]);
        return new Outcome(
                finishedAt,
                Duration.ofMillis(Long.parseLong(parts[1])),
                (kept & WITH_PAYLOAD) != 0,
                (kept & WITH_RESULT) != 0 ? parts[3] : null,
                Integer.parseInt(parts[2]));
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
