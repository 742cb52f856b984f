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
 * @param jobs in delivery order; fewer than asked for when there are no more, or when they take more than
 *     {@link #MAX_BYTES}
 * @param at Redis's time of the delivery
 * @param next how long until there may be more, zero when there is more now: the next due job, the next lease to run out, or
 *     the end of a pause; null when nothing is foreseen, or when as many jobs came as were asked for
 */
public record ConsumeResult(
        List<Job> jobs, Instant at, @Nullable Duration next) {
    /** Bytes of the jobs in one response, of a consume or a listing, beside its first job. */
    public static final int MAX_BYTES = 2 * 1024 * 1024;

    public ConsumeResult {
        jobs = List.copyOf(jobs);
    }

    /**
     * Deals its jobs, one each in turn, so that nobody who asks for many leaves the others without.
     *
     * @param most how many each of them takes
     * @return what each of them gets; the last jobs may be left
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
