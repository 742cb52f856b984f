package io.grape.client.transport;

import java.util.Arrays;

/** The median time of a broker's last 32 responses: a few slow ones do not change it. */
final class Latency {
    private static final int SAMPLES = 32;
    private static final int ENOUGH = 16;

    private final long[] nanos = new long[SAMPLES];
    private int count;
    private int next;

    synchronized void add(long took) {
        nanos[next] = took;
        next = (next + 1) % SAMPLES;
        count = Math.min(SAMPLES, count + 1);
    }

    /** Nanoseconds; -1 if there are fewer than 16 responses. */
    synchronized long median() {
        if (count < ENOUGH) {
            return -1;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }

    synchronized void clear() {
        count = 0;
        next = 0;
    }
}
