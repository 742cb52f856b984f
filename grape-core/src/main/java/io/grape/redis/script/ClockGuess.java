package io.grape.redis.script;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the clock of one node says now, as far as its last reply tells. A guess is all it is: the clock may be set, and another node take over. */
public final class ClockGuess {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private volatile long ahead = UNKNOWN;

    /** A reply came just now that names this time. */
    public void learn(long redisMillis) {
        ahead = redisMillis - millis();
    }

    /** The time of Redis that will be after a while, 0 when nothing is known of its clock. */
    public long in(Duration wait) {
        long known = ahead;
        return known == UNKNOWN ? 0 : known + millis() + wait.toMillis();
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
