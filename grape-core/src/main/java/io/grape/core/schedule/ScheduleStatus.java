package io.grape.core.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, and what became of its occurrences.
 *
 * @param now by Redis's clock
 * @param rev grows with every change
 * @param expected the next occurrence, null unless it is active
 * @param made how many occurrences were made, the one that waits included
 * @param runs how many came due
 * @param skipped how many were not made
 * @param failures how many of the last runs failed, one after the other
 * @param template null in a list
 */
public record ScheduleStatus(
        String name,
        Instant now,
        ScheduleSpec spec,
        long rev,
        ScheduleState state,
        @Nullable Instant expected,
        long made,
        long runs,
        long skipped,
        long failures,
        @Nullable SkippedOccurrence lastSkipped,
        @Nullable LastRun last,
        @Nullable JobTemplate template) {
    /** The next occurrences, up to a number of them, as if all were made. */
    public List<Instant> next(int most) {
        List<Instant> found = new ArrayList<>();
        if (expected == null) {
            return found;
        }
        Integer maxRuns = spec.maxRuns();
        // The one that waits is among those that were made.
        long left = maxRuns == null ? most : Math.min(most, maxRuns - made + 1);
        found.add(expected);
        spec.next(name, expected, (int) Math.max(0, left - 1)).forEach(one -> found.add(one.at()));
        return found;
    }
}
