package io.grape.client.worker;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The pause after consecutive failures: random, up to a bound that doubles. */
final class Backoff {
    private static final int MAX_DOUBLINGS = 20;

    private final long firstNanos;
    private final long mostNanos;

    Backoff(Duration first, Duration most) {
        this.firstNanos = first.toNanos();
        this.mostNanos = most.toNanos();
    }

    /** Between a tenth of the bound and the bound: jitter, but never zero. */
    long nanosAfter(int failures) {
        long bound = Math.min(mostNanos, firstNanos << Math.min(Math.max(failures, 1) - 1, MAX_DOUBLINGS));
        return ThreadLocalRandom.current().nextLong(bound / 10, bound + 1);
    }
}
