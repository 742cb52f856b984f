package io.grape.core.key;

import java.util.List;

/**
 * How the jobs of a tube are spread over its keys: those that wait, and those that are retained.
 *
 * @param lanes how many lanes have waiting jobs: one for each key and priority
 * @param jobs of the tube, with a key or without
 * @param largest the keys with the most jobs, the largest first
 */
public record KeyShares(long lanes, long jobs, List<KeyShare> largest) {
    /** A key with more than one of so many jobs of its tube is noisy. */
    private static final int QUIET_SHARES = 10;

    public KeyShares {
        largest = List.copyOf(largest);
    }

    /** True if a key has more than 10 % of the jobs. */
    public boolean isNoisy(String key) {
        return largest.stream().anyMatch(one -> one.key().equals(key) && one.jobs() * QUIET_SHARES > jobs);
    }
}
