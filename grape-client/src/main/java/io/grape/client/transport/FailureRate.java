package io.grape.client.transport;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The attempts that failed in the last 10 s, counted by the second. Not thread-safe. */
final class FailureRate {
    private static final int SECONDS = 10;
    private static final int ENOUGH = 20;

    private final long[] second = new long[SECONDS];
    private final int[] all = new int[SECONDS];
    private final int[] failed = new int[SECONDS];

    void add(boolean failure, long now) {
        long current = TimeUnit.NANOSECONDS.toSeconds(now);
        int place = (int) Math.floorMod(current, (long) SECONDS);
        if (second[place] != current) {
            second[place] = current;
            all[place] = 0;
            failed[place] = 0;
        }
        all[place]++;
        failed[place] += failure ? 1 : 0;
    }

    /** Whether at least half of 20 or more attempts failed. */
    boolean isHigh(long now) {
        long oldest = TimeUnit.NANOSECONDS.toSeconds(now) - SECONDS + 1;
        int attempts = 0;
        int failures = 0;
        for (int i = 0; i < SECONDS; i++) {
            if (second[i] >= oldest) {
                attempts += all[i];
                failures += failed[i];
            }
        }
        return attempts >= ENOUGH && failures * 2 >= attempts;
    }

    void clear() {
        Arrays.fill(all, 0);
        Arrays.fill(failed, 0);
    }
}
