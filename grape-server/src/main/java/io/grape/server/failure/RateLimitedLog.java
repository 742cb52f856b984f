package io.grape.server.failure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Once a minute: what somebody else can make happen very often is one line of the log. */
public final class RateLimitedLog {
    private static final long SILENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong last = new AtomicLong(System.nanoTime() - SILENCE_NANOS);

    /** True for the first who asks within a minute. */
    public boolean isDue() {
        long now = System.nanoTime();
        long before = last.get();
        return now - before >= SILENCE_NANOS && last.compareAndSet(before, now);
    }
}
