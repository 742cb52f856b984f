package io.grape.client.transport;

/** The attempts that failed in the last 10 s. Not thread-safe. */
final class FailureRate {
    private static final int SECONDS = 10;
    private static final int ENOUGH = 20;

    private final RecentCounts attempts = new RecentCounts(SECONDS);

    void add(boolean failure, long now) {
        attempts.add(failure, now);
    }

    /** Whether at least half of 20 or more attempts failed. */
    boolean isHigh(long now) {
        int all = attempts.all(now);
        return all >= ENOUGH && attempts.marked(now) * 2 >= all;
    }

    void clear() {
        attempts.clear();
    }
}
