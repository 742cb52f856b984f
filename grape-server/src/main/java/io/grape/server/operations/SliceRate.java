package io.grape.server.operations;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** When the next slice of an operation is due, and how large it may be, so that it is never faster than its rate. */
final class SliceRate {
    private static final int MAX_CONCURRENCY = 100;
    /** Between two slices, so that Redis is there for others. */
    private static final long PAUSE_MILLIS = 5;
    /** As many a second as the rate allows. */
    private static final int SLICES_A_SECOND = 10;

    private static final long AFTER_FAULT_MILLIS = 1000;

    private final @Nullable Long perSecond;
    private long begunNanos = System.nanoTime();
    private long waitMillis = PAUSE_MILLIS;

    SliceRate(@Nullable Long perSecond) {
        this.perSecond = perSecond;
    }

    int mostAtOnce() {
        return perSecond == null
                ? MAX_CONCURRENCY
                : (int) Math.max(1, Math.min(MAX_CONCURRENCY, perSecond / SLICES_A_SECOND));
    }

    void begins() {
        begunNanos = System.nanoTime();
    }

    /** So many jobs were done by the slice that began last. */
    void did(long jobs) {
        long ofRate = perSecond == null ? 0 : (jobs * 1000 + perSecond - 1) / perSecond;
        waitMillis = Math.max(PAUSE_MILLIS, ofRate);
    }

    /** The slice that began last did nothing, by a fault that may pass. */
    void failed() {
        waitMillis = AFTER_FAULT_MILLIS;
    }

    /** Ms until the next slice may begin, at least 1. */
    long untilNext() {
        return Math.max(1, waitMillis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos));
    }
}
