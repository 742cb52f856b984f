package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Stops one kind of calls to a broker where they fail. It opens if at least half of 20 or more of the last 10 s failed. After
 * 1 to 3 s, drawn at random, it is half-open: one call passes. If that succeeds, the breaker closes; if it fails, or does not
 * end within another 1 to 3 s, the next one may pass. So a call that is cancelled cannot leave it open for ever.
 */
final class Breaker {
    /** Whether a call passes. */
    enum Pass {
        YES,
        /** As the only one, to see whether it succeeds. */
        AS_PROBE,
        NO
    }

    /** What the end of a call changed. */
    enum Change {
        NONE,
        OPENED,
        CLOSED
    }

    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final RandomGenerator random;
    private final FailureRate rate = new FailureRate();
    private boolean open;
    private long openedAt;
    private long halfOpenAt;

    Breaker(RandomGenerator random) {
        this.random = random;
    }

    /** Nanoseconds until a call may pass; 0: now. */
    synchronized long left(long now) {
        return open ? Math.max(0, halfOpenAt - now) : 0;
    }

    /** Lets a call pass, or not. */
    synchronized Pass pass(long now) {
        if (!open) {
            return Pass.YES;
        }
        if (halfOpenAt - now > 0) {
            return Pass.NO;
        }
        pause(now);
        return Pass.AS_PROBE;
    }

    private void pause(long now) {
        halfOpenAt = now + random.nextLong(LEAST_NANOS, MOST_NANOS + 1);
    }

    /** A call that began then has ended. What began before the breaker opened does not close it. */
    synchronized Change ended(boolean failed, long startedAt, long now) {
        if (open) {
            return startedAt - openedAt > 0 ? probed(failed, now) : Change.NONE;
        }
        rate.add(failed, now);
        if (!failed || !rate.isHigh(now)) {
            return Change.NONE;
        }
        open = true;
        openedAt = now;
        pause(now);
        return Change.OPENED;
    }

    private Change probed(boolean failed, long now) {
        if (failed) {
            pause(now);
            return Change.NONE;
        }
        close();
        return Change.CLOSED;
    }

    /** The broker is known to be well again. */
    synchronized void close() {
        open = false;
        rate.clear();
    }
}
