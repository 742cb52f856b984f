package io.grape.client.worker;

import io.grape.client.Checkpoint;
import io.grape.client.JobResult;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The outcome of an execution. */
public sealed interface Outcome {
    /**
     * Done: the job is gone, or kept for a time if its tube keeps finished jobs.
     *
     * @param result null: none
     */
    record Finish(@Nullable JobResult result) implements Outcome {
        @Override
        public String verb() {
            return "finish";
        }
    }

    /**
     * Put back into the tube. The job fails if its attempts are spent.
     *
     * @param delay until it is due again, 0 to 49710 days; null: as the retry of the tube says
     * @param priority 0 to 2^32-1, null: as it was
     */
    record Release(@Nullable Duration delay, @Nullable Long priority) implements Outcome {
        /** Throws an IllegalArgumentException if a value is out of its range. */
        public Release {
            if (delay != null) {
                checkDelay(delay);
            }
            if (priority != null && (priority < 0 || priority > MAX_PRIORITY)) {
                throw new IllegalArgumentException("priority: expected 0 to " + MAX_PRIORITY + ", got " + priority);
            }
        }

        @Override
        public String verb() {
            return "release";
        }
    }

    /**
     * Put back into the tube for later; this execution does not count.
     *
     * @param delay until it is due again, 0 to 49710 days
     */
    record Snooze(Duration delay) implements Outcome {
        /** Throws an IllegalArgumentException if the delay is out of its range. */
        public Snooze {
            checkDelay(delay);
        }

        @Override
        public String verb() {
            return "snooze";
        }
    }

    /** Left to the next consumer, with a checkpoint; this execution does not count. */
    record HandOver(Checkpoint checkpoint) implements Outcome {
        /** Throws an IllegalArgumentException if the checkpoint is too large. */
        public HandOver {
            if (checkpoint.bytes().length > MAX_CHECKPOINT) {
                throw new IllegalArgumentException(
                        "checkpoint: expected at most " + MAX_CHECKPOINT + " bytes, got " + checkpoint.bytes().length);
            }
        }

        @Override
        public String verb() {
            return "handOver";
        }
    }

    /**
     * Put back into the tube at once, while its key rests; this execution does not count.
     *
     * @param rest how long no job of the key is delivered, 1 ms to 49710 days
     */
    record RestKey(Duration rest) implements Outcome {
        /** Throws an IllegalArgumentException if the rest is out of its range. */
        public RestKey {
            Objects.requireNonNull(rest, "rest: expected one, got null");
            if (rest.isNegative() || rest.isZero() || rest.compareTo(MAX_DELAY) > 0) {
                throw new IllegalArgumentException("rest: expected more than 0, up to " + MAX_DELAY + ", got " + rest);
            }
        }

        @Override
        public String verb() {
            return "restKey";
        }
    }

    /**
     * Failed: a dead letter for a person to look at.
     *
     * @param reason cut to 1000 characters
     */
    record Bury(String reason) implements Outcome {
        /** Cuts the reason. */
        public Bury {
            reason = cut(reason);
        }

        @Override
        public String verb() {
            return "bury";
        }
    }

    /** Replaces half a character. */
    int REPLACEMENT = 0xFFFD;

    /** The longest delay: 2^32-1 seconds. */
    Duration MAX_DELAY = Duration.ofSeconds((1L << 32) - 1);

    /** The least urgent priority. */
    long MAX_PRIORITY = (1L << 32) - 1;

    /** The most bytes of a checkpoint. */
    int MAX_CHECKPOINT = 65_536;

    /** {@code finish}, {@code release}, {@code snooze}, {@code handOver}, {@code restKey} or {@code bury}. */
    String verb();

    /** Done: the job is gone. */
    static Outcome finish() {
        return new Finish(null);
    }

    /**
     * Done, and this is the result: whoever waits in {@link io.grape.client.Grape#awaitResult} gets it, if the tube {@linkplain
     * io.grape.client.TubeSettings#keep keeps} finished jobs. If the broker refuses the result, because it is longer than the
     * tube allows (64 KiB by default) or not what its content type says, the job fails, and the reason says why.
     */
    static Outcome finish(JobResult result) {
        return new Finish(Objects.requireNonNull(result, "result: expected one, got null"));
    }

    /**
     * Nothing to do yet: due again after {@code delay}, 0 to 49710 days. This execution does not count, so a job may be
     * snoozed any number of times.
     */
    static Outcome snooze(Duration delay) {
        return new Snooze(delay);
    }

    /**
     * Part of the work is done: the job is ready at once, and the next execution, here or elsewhere, finds the checkpoint
     * in {@link JobContext#checkpoint}. This execution does not count. The checkpoint is kept until the job is finished.
     */
    static Outcome handOver(Checkpoint checkpoint) {
        return new HandOver(checkpoint);
    }

    /**
     * Somebody else refuses the key for now, for example with a 429: put back into the tube at once, and no job of
     * the same key is delivered for {@code rest}, 1 ms to 49710 days. This execution does not count. The job must
     * have a key and its tube {@link io.grape.client.KeySettings keys}; otherwise the broker refuses it, and the job
     * comes again when its lease ends.
     */
    static Outcome restKey(Duration rest) {
        return new RestKey(rest);
    }

    /**
     * Failed for now: put back into the tube with its priority, due again after {@code delay}, 0 to 49710 days. This
     * execution counts; with no attempt left the job fails.
     */
    static Outcome release(Duration delay) {
        checkDelay(delay);
        return new Release(delay, null);
    }

    /** The same, with another priority, 0 to 2^32-1. */
    static Outcome release(Duration delay, long priority) {
        checkDelay(delay);
        return new Release(delay, priority);
    }

    /**
     * Failed for now: put back into the tube, due again when its {@link io.grape.client.RetrySettings} say so, at once
     * if it has none. This execution counts; with no attempt left the job fails.
     */
    static Outcome release() {
        return new Release(null, null);
    }

    /** Failed: a dead letter for a person to look at. The reason is cut to 1000 characters. */
    static Outcome bury(String reason) {
        return new Bury(reason);
    }

    private static void checkDelay(Duration delay) {
        Objects.requireNonNull(delay, "delay: expected one, got null");
        if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("delay: expected 0 to " + MAX_DELAY + ", got " + delay);
        }
    }

    /** At most 1000 UTF-16 units, and no half of a character: the broker would refuse it each time. */
    private static String cut(String reason) {
        int most = 1000;
        int end = reason.length();
        if (end > most) {
            end = Character.isHighSurrogate(reason.charAt(most - 1)) ? most - 1 : most;
        }
        return reason.substring(0, end)
                .codePoints()
                .map(point ->
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? REPLACEMENT : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
