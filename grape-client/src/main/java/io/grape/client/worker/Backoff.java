package io.grape.client.worker;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait after so many failures in a row: random, up to a bound that doubles. */
final class Backoff {
    private static final int MAX_DOUBLINGS = 20;

    private final long firstNanos;
    private final long mostNanos;

    Backoff(Duration first, Duration most) {
        this.firstNanos = first.toNanos();
        this.mostNanos = most.toNanos();
    }

    /** From a tenth of the bound up to all of it: jitter, but never at once. */
    long nanosAfter(int failures) {
        long bound = Math.min(mostNanos, firstNanos << Math.min(Math.max(failures, 1) - 1, MAX_DOUBLINGS));
        return ThreadLocalRandom.current().nextLong(bound / 10, bound + 1);
    }
}
