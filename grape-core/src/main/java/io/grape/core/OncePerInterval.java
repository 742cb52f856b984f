package io.grape.core;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Allows something at most once per interval, such as a warning that others can cause very often. Thread-safe. */
public final class OncePerInterval {
    private final long nanos;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    public OncePerInterval(Duration interval) {
        this.nanos = interval.toNanos();
    }

    /** True for the first call within an interval. */
    public boolean isDue() {
        long now = System.nanoTime();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + nanos);
    }
}
