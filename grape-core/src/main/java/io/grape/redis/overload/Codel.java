package io.grape.redis.overload;

import io.grape.core.overload.OverloadOptions;

/**
 * Tells a queue that stands from one that drains, as CoDel does: if even the least delay of an interval was above the target,
 * the queue stands. So a burst has an interval to drain. Thread-safe.
 */
public final class Codel {
    private static final long NONE = Long.MAX_VALUE;

    private final long target;
    private final long interval;
    private long end;
    private long least = NONE;
    private boolean stands;

    /** The first interval begins now, in nanoseconds of {@link System#nanoTime()} as all times here. */
    public Codel(OverloadOptions options, long now) {
        this.target = options.target().toNanos();
        this.interval = options.interval().toNanos();
        this.end = now + interval;
    }

    /** Something left the queue that had waited so long. */
    public synchronized void left(long delay, long now) {
        turn(now);
        least = Math.min(least, delay);
    }

    public synchronized boolean stands(long now) {
        turn(now);
        return stands;
    }

    /** What left before the last interval says nothing of now. */
    private void turn(long now) {
        if (now - end < 0) {
            return;
        }
        stands = least != NONE && least > target && now - end < interval;
        least = NONE;
        end = now + interval;
    }
}
