package io.grape.core.tube;

import io.grape.core.TubeName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** What is due when. Counts, and looks at no job. */
public interface Schedule {
    /** Counts the waiting jobs of a tube by their due times. Fails with TUBE_NOT_FOUND. */
    CompletionStage<Waiting> of(TubeName tube, Window window);

    /**
     * What to count apart.
     *
     * @param step the length of each, at least 1 ms
     * @param steps how many, at most {@link #MOST_STEPS}
     */
    record Window(Instant from, Duration step, int steps) {
        public static final int MOST_STEPS = 200;

        public Instant to() {
            return from.plus(step.multipliedBy(steps));
        }
    }

    /**
     * How many jobs wait.
     *
     * @param overdue those that are ready
     * @param counts the delayed ones that are due in each step
     * @param later the delayed ones that are due behind the last step
     */
    record Waiting(long overdue, List<Long> counts, long later) {
        public static final Waiting NOTHING = new Waiting(0, List.of(), 0);

        public Waiting {
            counts = List.copyOf(counts);
        }

        public Waiting plus(Waiting more) {
            List<Long> sums = IntStream.range(0, Math.max(counts.size(), more.counts.size()))
                    .mapToObj(at -> of(counts, at) + of(more.counts, at))
                    .toList();
            return new Waiting(overdue + more.overdue, sums, later + more.later);
        }

        private static long of(List<Long> counts, int at) {
            return at < counts.size() ? counts.get(at) : 0;
        }

        public boolean isNothing() {
            return overdue == 0 && later == 0 && counts.stream().allMatch(count -> count == 0);
        }
    }
}
