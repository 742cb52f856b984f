package io.grape.client.transport;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** How many events there were in the last seconds, and how many of them were marked. Not thread-safe. */
final class RecentCounts {
    private final int seconds;
    private final long[] second;
    private final int[] all;
    private final int[] marked;

    RecentCounts(int seconds) {
        this.seconds = seconds;
        this.second = new long[seconds];
        this.all = new int[seconds];
        this.marked = new int[seconds];
    }

    void add(boolean isMarked, long now) {
        long current = TimeUnit.NANOSECONDS.toSeconds(now);
        int place = (int) Math.floorMod(current, (long) seconds);
        if (second[place] != current) {
            second[place] = current;
            all[place] = 0;
            marked[place] = 0;
        }
        all[place]++;
        marked[place] += isMarked ? 1 : 0;
    }

    int all(long now) {
        return sum(all, now);
    }

    int marked(long now) {
        return sum(marked, now);
    }

    private int sum(int[] counts, long now) {
        long oldest = TimeUnit.NANOSECONDS.toSeconds(now) - seconds + 1;
        int sum = 0;
        for (int i = 0; i < seconds; i++) {
            sum += second[i] >= oldest ? counts[i] : 0;
        }
        return sum;
    }

    void clear() {
        Arrays.fill(all, 0);
        Arrays.fill(marked, 0);
    }
}
