package io.grape.server.check;

import java.time.Duration;

/**
 * How fast to go.
 *
 * @param jobsPerSecond at the most, 0 = not at all
 * @param jobsAtRest while there are no callers: each is some three commands in Redis
 * @param rest from the end of a round to the beginning of the next
 * @param claimEvery how often to ask who does it
 */
public record RepairRate(int jobsPerSecond, int jobsAtRest, Duration rest, Duration claimEvery) {
    private static final Duration CLAIM_EVERY = Duration.ofSeconds(5);
    /** What a call costs besides its jobs, in jobs: so that a round over many small tubes is no faster than it should be. */
    private static final int JOBS_A_CALL = 10;

    private static final int AT_REST = 15;

    public static RepairRate of(int jobsPerSecond) {
        return new RepairRate(jobsPerSecond, AT_REST, Duration.ofMinutes(1), CLAIM_EVERY);
    }

    /** How long to wait after a look at some jobs, while callers deal with so many a second. */
    long millisFor(int jobs, double load) {
        double perSecond = Math.min(jobsPerSecond, Math.max(jobsAtRest, load));
        return Math.max(1, (long) ((JOBS_A_CALL + jobs) * 1000.0 / perSecond));
    }
}
