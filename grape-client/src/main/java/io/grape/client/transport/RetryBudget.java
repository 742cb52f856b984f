package io.grape.client.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits a client's retries. Each call earns a tenth of a retry, and each second a whole one; up to 100 are saved. So
 * when all brokers fail, they get about a tenth more requests than calls, not ten times as many.
 */
final class RetryBudget {
    private static final double MAX = 100;
    private static final double PER_CALL = 0.1;
    private static final double PER_NANO = 1.0 / TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clock;
    private double tokens = MAX;
    private long last;

    RetryBudget(LongSupplier clock) {
        this.clock = clock;
        this.last = clock.getAsLong();
    }

    /** A call begins. */
    synchronized void called() {
        tokens = Math.min(MAX, tokens + PER_CALL);
    }

    /** Takes one retry; false if none is left. */
    synchronized boolean take() {
        long now = clock.getAsLong();
        tokens = Math.min(MAX, tokens + (now - last) * PER_NANO);
        last = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
