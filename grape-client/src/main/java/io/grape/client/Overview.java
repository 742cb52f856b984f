package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All tubes together, and what needs attention.
 *
 * @param tubes how many tubes there are
 * @param counted how many of them the counts are of: with very many tubes, not all
 * @param paused how many are paused
 * @param counts the number of jobs in each state
 * @param perSecond the mean of the last 10 s: {@code produced}, {@code consumed}, {@code finished}, {@code released}, {@code
 *     buried}
 * @param lateness of the last minute; null if nothing was delivered
 * @param oldestReady the job that has waited longest; null if none is ready
 * @param attention up to 100 problems, the worst first
 * @param brokers how many brokers are alive
 * @param lostBrokers how many died in the last ten minutes
 * @param redis how long a call to Redis takes
 * @param health {@code ok}, {@code attention} or {@code broken}
 */
public record Overview(
        Instant at,
        int tubes,
        int counted,
        int paused,
        Map<JobState, Long> counts,
        Map<String, Double> perSecond,
        @Nullable Lateness lateness,
        @Nullable OldestReady oldestReady,
        List<OverviewProblem> attention,
        int brokers,
        int lostBrokers,
        @Nullable Duration redis,
        String health) {
    /** The job that has waited longest. */
    public record OldestReady(String tube, Duration since) {}
}
