package io.grape.chaos.load;

import java.time.Duration;

/** Whether calls succeed: the longest time without one that did. */
public final class Pulse {
    private long last = System.nanoTime();
    private long longest;

    synchronized void beat() {
        long now = System.nanoTime();
        longest = Math.max(longest, now - last);
        last = now;
    }

    /** Begins to look. */
    public synchronized void start() {
        last = System.nanoTime();
        longest = 0;
    }

    /** The longest time without a beat since the start, up to now. */
    public synchronized Duration longest() {
        return Duration.ofNanos(Math.max(longest, System.nanoTime() - last));
    }

    /** Whether anything succeeded after that instant of {@link System#nanoTime()}. */
    public synchronized boolean isSince(long nanos) {
        return last - nanos > 0;
    }
}
