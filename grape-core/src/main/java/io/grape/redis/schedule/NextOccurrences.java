package io.grape.redis.schedule;

import io.grape.core.schedule.Occurrence;
import io.grape.core.schedule.ScheduleSpec;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The occurrence that waits after a change of a schedule.
 *
 * @param replacing the one that takes the place of the one that waits; null if there is none
 * @param following the one that waits if that one stays, because a worker had it, or is gone; null if there is none
 * @param expected the instant of the one that waits, null if none does
 */
record NextOccurrences(
        @Nullable Occurrence replacing,
        @Nullable Occurrence following,
        @Nullable Instant expected) {
    static final NextOccurrences NONE = new NextOccurrences(null, null, null);

    /** Of a schedule that is new. */
    static NextOccurrences first(String name, ScheduleSpec spec, Instant now) {
        Occurrence first = spec.after(name, now);
        return new NextOccurrences(first, first, null);
    }

    /**
     * Of a schedule that is there. An instant that has passed counts as long as its job is not due; so does that of the
     * occurrence that waits, which nobody may have had. An occurrence that came due before, or had its job before its time, is
     * not made again.
     *
     * @param spec the one from now on
     */
    static NextOccurrences of(ScheduleSpec spec, StoredSchedule before) {
        String name = before.name();
        Instant now = before.now();
        Instant expected = before.expectedAt();
        Set<Instant> had = before.had();
        Occurrence next = dueAfter(name, spec, now, had, null);
        if (expected == null) {
            return new NextOccurrences(next, next, null);
        }
        Occurrence following = dueAfter(name, spec, now, had, expected);
        Occurrence same = expected.isAfter(now) ? null : spec.after(name, expected.minusMillis(1));
        boolean isSame = same != null && same.at().equals(expected) && !had.contains(expected);
        return new NextOccurrences(isSame ? same : next, following, expected);
    }

    /** When the first of both is due, null if there is none. */
    @Nullable
    Instant firstDue() {
        if (replacing == null || following == null) {
            return replacing != null ? replacing.due() : following != null ? following.due() : null;
        }
        return replacing.due().isBefore(following.due()) ? replacing.due() : following.due();
    }

    private static @Nullable Occurrence dueAfter(
            String name, ScheduleSpec spec, Instant now, Set<Instant> had, @Nullable Instant expected) {
        Occurrence next = spec.after(name, now.minus(spec.window()));
        while (next != null
                && (!next.due().isAfter(now)
                        || had.contains(next.at())
                        || next.at().equals(expected))) {
            next = spec.after(name, next.at());
        }
        return next;
    }
}
