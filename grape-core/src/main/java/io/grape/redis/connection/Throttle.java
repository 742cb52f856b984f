package io.grape.redis.connection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Allows an event at most once per interval. */
public final class Throttle {
    private final long nanos;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    public Throttle(Duration once) {
        this.nanos = once.toNanos();
    }

    public boolean allows() {
        long now = System.nanoTime();
        long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + nanos);
    }
}
