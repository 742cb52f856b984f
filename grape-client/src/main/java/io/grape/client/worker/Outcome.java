package io.grape.client.worker;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The outcome of an execution. */
public sealed interface Outcome {
    /** Done: the job is gone. */
    record Finish() implements Outcome {
        @Override
        public String verb() {
            return "finish";
        }
    }

    /**
     * Put back into the tube. The job fails if its attempts are spent.
     *
     * @param delay until it is due again, 0 to 49710 days
     * @param priority 0 to 2^32-1, null: as it was
     */
    record Release(Duration delay, @Nullable Long priority) implements Outcome {
        /** Throws an IllegalArgumentException if a value is out of its range. */
        public Release {
            checkDelay(delay);
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

    /** {@code finish}, {@code release}, {@code snooze} or {@code bury}. */
    String verb();

    /** Done: the job is gone. */
    static Outcome finish() {
        return new Finish();
    }

    /**
     * Nothing to do yet: due again after {@code delay}, 0 to 49710 days. This execution does not count, so a job may be
     * snoozed any number of times.
     */
    static Outcome snooze(Duration delay) {
        return new Snooze(delay);
    }

    /**
     * Failed for now: put back into the tube with its priority, due again after {@code delay}, 0 to 49710 days. This
     * execution counts; with no attempt left the job fails.
     */
    static Outcome release(Duration delay) {
        return new Release(delay, null);
    }

    /** The same, with another priority, 0 to 2^32-1. */
    static Outcome release(Duration delay, long priority) {
        return new Release(delay, priority);
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
