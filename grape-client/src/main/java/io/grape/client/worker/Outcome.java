package io.grape.client.worker;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes of a job that was worked on. */
public sealed interface Outcome {
    /** Done: the job is gone. */
    record Finish() implements Outcome {
        @Override
        public String verb() {
            return "finish";
        }
    }

    /**
     * Back into the tube; into failed when its attempts are spent.
     *
     * @param delay until it is due again, 0 to 49710 days
     * @param priority 0 to 2^32-1, null: as it was
     */
    record Release(Duration delay, @Nullable Long priority) implements Outcome {
        /** Throws an IllegalArgumentException where one is out of its range. */
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
     * Back into the tube for later; this execution does not count.
     *
     * @param delay until it is due again, 0 to 49710 days
     */
    record Snooze(Duration delay) implements Outcome {
        /** Throws an IllegalArgumentException where it is out of its range. */
        public Snooze {
            checkDelay(delay);
        }

        @Override
        public String verb() {
            return "snooze";
        }
    }

    /**
     * Into failed, for a person to look at.
     *
     * @param reason what is longer than 1000 characters is cut
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

    /** Stands for what is no character. */
    int REPLACEMENT = 0xFFFD;

    /** The longest delay there is: 2^32-1 seconds. */
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
     * Nothing to do yet: due again after {@code delay}, 0 to 49710 days, and this execution is no attempt. A job may be looked at
     * so as often as it takes.
     */
    static Outcome snooze(Duration delay) {
        return new Snooze(delay);
    }

    /**
     * Failed for now: back into the tube, with the priority it has; due again after {@code delay}, 0 to 49710 days. It has used up
     * an attempt; without any left it fails.
     */
    static Outcome release(Duration delay) {
        return new Release(delay, null);
    }

    /** The same, with another priority, 0 to 2^32-1. */
    static Outcome release(Duration delay, long priority) {
        return new Release(delay, priority);
    }

    /** Into failed, for a person to look at; of the reason the first 1000 characters are kept. */
    static Outcome bury(String reason) {
        return new Bury(reason);
    }

    private static void checkDelay(Duration delay) {
        Objects.requireNonNull(delay, "delay: expected one, got null");
        if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("delay: expected 0 to " + MAX_DELAY + ", got " + delay);
        }
    }

    /** No more than 1000 UTF-16 units, and no half of a character: the broker would refuse it each time. */
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
