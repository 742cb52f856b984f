package io.grape.core.tube;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of waiting jobs.
 *
 * @param overdue those that are ready
 * @param counts the delayed ones that are due in each step
 * @param later the delayed ones that are due after the last step
 */
public record WaitingJobs(long overdue, List<Long> counts, long later) {
    public static final WaitingJobs NOTHING = new WaitingJobs(0, List.of(), 0);

    public WaitingJobs {
        counts = List.copyOf(counts);
    }

    public WaitingJobs plus(WaitingJobs more) {
        List<Long> sums = IntStream.range(0, Math.max(counts.size(), more.counts.size()))
                .mapToObj(at -> of(counts, at) + of(more.counts, at))
                .toList();
        return new WaitingJobs(overdue + more.overdue, sums, later + more.later);
    }

    private static long of(List<Long> counts, int at) {
        return at < counts.size() ? counts.get(at) : 0;
    }

    public boolean isNothing() {
        return overdue == 0 && later == 0 && counts.stream().allMatch(count -> count == 0);
    }
}
