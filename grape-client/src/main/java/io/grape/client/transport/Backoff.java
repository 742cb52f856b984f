package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Pauses before retries: random, up to a bound that doubles from 100 ms to 2 s. So clients do not come back together.
 */
final class Backoff {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX = TimeUnit.SECONDS.toNanos(2);
    private static final long LEAST_JITTER = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_DOUBLINGS = 10;

    private final RandomGenerator random;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Nanoseconds before a call that was shed is sent again: what was asked for, and up to as long again. Brokers ask for
     * whole seconds; without a jitter, all would come back at the same moments.
     */
    long afterShed(long asked) {
        return asked + random.nextLong(Math.max(LEAST_JITTER, asked) + 1);
    }

    /** Nanoseconds before a retry; 1 = the first. */
    long before(int retry) {
        return random.nextLong(Math.min(MAX, FIRST << Math.min(retry - 1, MAX_DOUBLINGS)) + 1);
    }
}
