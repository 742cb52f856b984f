package io.grape.core.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response to a consume.
 *
 * @param jobs in delivery order; fewer than requested if there are no more, or if they take more than {@link
 *     #MAX_BYTES}
 * @param at Redis's time of the delivery
 * @param next the time until there may be more jobs: the next due job, the next lease to expire, or the end of a pause.
 *     Zero if there are more now; null if none is expected, or if as many jobs came as requested
 */
public record ConsumeResult(
        List<Job> jobs, Instant at, @Nullable Duration next) {
    /** The maximum bytes of the jobs in one response, of a consume or a list, in addition to its first job. */
    public static final int MAX_BYTES = 2 * 1024 * 1024;

    public ConsumeResult {
        jobs = List.copyOf(jobs);
    }

    /**
     * Distributes its jobs, one each in turn, so that a large request leaves some for the others.
     *
     * @param most the maximum for each of them
     * @return the jobs for each; the last jobs may be left over
     */
    public List<List<Job>> deal(List<Integer> most) {
        List<List<Job>> hands =
                most.stream().map(any -> (List<Job>) new ArrayList<Job>()).toList();
        int rounds = most.stream().mapToInt(Integer::intValue).max().orElse(0);
        Iterator<Job> left = jobs.iterator();
        for (int round = 0; round < rounds && left.hasNext(); round++) {
            for (int at = 0; at < hands.size() && left.hasNext(); at++) {
                if (round < most.get(at)) {
                    hands.get(at).add(left.next());
                }
            }
        }
        return hands;
    }
}
