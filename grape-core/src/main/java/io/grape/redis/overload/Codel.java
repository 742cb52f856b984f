package io.grape.redis.overload;

import io.grape.core.overload.OverloadOptions;

/**
 * Distinguishes a standing queue from a burst that drains, as CoDel (Controlled Delay) does: a queue stands if even the least delay of
 * an interval was above the target. So a burst has an interval to drain. Thread-safe.
 */
public final class Codel {
    private static final long NONE = Long.MAX_VALUE;

    private final long target;
    private final long interval;
    private long end;
    private long least = NONE;
    private boolean isStanding;

    /** The first interval begins now, in nanoseconds of {@link System#nanoTime()} as all times here. */
    public Codel(OverloadOptions options, long now) {
        this.target = options.target().toNanos();
        this.interval = options.interval().toNanos();
        this.end = now + interval;
    }

    /** Records how long something waited that leaves the queue now. */
    public synchronized void record(long delay, long now) {
        endInterval(now);
        least = Math.min(least, delay);
    }

    public synchronized boolean isStanding(long now) {
        endInterval(now);
        return isStanding;
    }

    /** Ends an interval that is over. Delays from before the last interval do not count. */
    private void endInterval(long now) {
        if (now - end < 0) {
            return;
        }
        isStanding = least != NONE && least > target && now - end < interval;
        least = NONE;
        end = now + interval;
    }
}
