package io.grape.redis.script;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An estimate of a node's clock from its last reply. It may be wrong: someone may set the clock, or another node takes
 * over.
 */
public final class ClockGuess {
    private static final long UNKNOWN = Long.MIN_VALUE;

    private volatile long ahead = UNKNOWN;

    /** A reply with this time has just arrived. */
    public void learn(long redisMillis) {
        ahead = redisMillis - millis();
    }

    /** Redis's time after a delay; 0 if its clock is unknown. */
    public long in(Duration wait) {
        long known = ahead;
        return known == UNKNOWN ? 0 : known + millis() + wait.toMillis();
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
