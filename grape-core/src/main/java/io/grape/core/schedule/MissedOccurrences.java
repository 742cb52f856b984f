package io.grape.core.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tick makes: the missed occurrences that its schedule wants, and the one that waits from then on.
 *
 * <p>A cron expression is slow to evaluate, so a long outage is not walked through: the search begins shortly before its
 * end, and earlier if that was not early enough.
 *
 * @param made occurrences that are overdue, the earliest first
 * @param following the one that waits; overdue as well if there were too many for one tick; null if there is none
 * @param skipped how many were missed and are not made, at most {@value #MAX_COUNTED}
 * @param lastSkipped the instant of the last one of these; null if there is none
 */
public record MissedOccurrences(
        List<Occurrence> made,
        @Nullable Occurrence following,
        int skipped,
        @Nullable Instant lastSkipped) {
    /** The maximum number of missed occurrences that one tick makes. */
    public static final int MAX_MISSED_A_TICK = 100;
    /** The maximum number of missed occurrences that are made. */
    public static final int MAX_MISSED = 1000;

    static final int MAX_COUNTED = 1000;

    private static final Duration FIRST_LOOK_BACK = Duration.ofMinutes(1);

    /**
     * Says what to make after an occurrence.
     *
     * @param now by Redis's clock
     */
    public static MissedOccurrences after(String name, ScheduleSpec spec, Instant expected, Instant now) {
        Occurrence next = spec.after(name, expected);
        if (next == null || next.due().isAfter(now)) {
            return new MissedOccurrences(List.of(), next, 0, null);
        }
        // They are overdue in the order of their instants, as a window is shorter than a period.
        List<Occurrence> wanted = wanted(name, spec, next, now);
        Instant last = wanted.isEmpty()
                ? lastMissed(name, spec, next, now)
                : wanted.get(wanted.size() - 1).at();
        Skipped skipped = countSkipped(name, spec, next, wanted, last);
        if (wanted.size() > MAX_MISSED_A_TICK) {
            return new MissedOccurrences(
                    wanted.subList(0, MAX_MISSED_A_TICK),
                    wanted.get(MAX_MISSED_A_TICK),
                    skipped.count(),
                    skipped.last());
        }
        return new MissedOccurrences(wanted, spec.after(name, last), skipped.count(), skipped.last());
    }

    /** The same but for occurrences that had their job already, before their time. */
    public MissedOccurrences without(String name, ScheduleSpec spec, Set<Instant> had) {
        Occurrence next = following;
        while (next != null && had.contains(next.at())) {
            next = spec.after(name, next.at());
        }
        List<Occurrence> others =
                made.stream().filter(one -> !had.contains(one.at())).toList();
        return new MissedOccurrences(others, next, skipped, lastSkipped);
    }

    private static List<Occurrence> wanted(String name, ScheduleSpec spec, Occurrence first, Instant now) {
        Duration within = spec.missedWithin();
        return switch (spec.missed()) {
            case SKIP -> List.of();
            case ONE -> latest(name, spec, oldest(first, within, now), now, 1);
            case ALL ->
                latest(
                        name,
                        spec,
                        oldest(first, within == null ? ScheduleSpec.DEFAULT_MISSED_WITHIN : within, now),
                        now,
                        MAX_MISSED);
        };
    }

    private static Instant oldest(Occurrence first, @Nullable Duration within, Instant now) {
        Instant earliest = within == null ? first.at() : now.minus(within);
        return earliest.isAfter(first.at()) ? earliest : first.at();
    }

    private static Instant lastMissed(String name, ScheduleSpec spec, Occurrence first, Instant now) {
        List<Occurrence> last = latest(name, spec, first.at(), now, 1);
        return last.isEmpty() ? first.at() : last.get(0).at();
    }

    /** The latest ones from an instant on that are overdue. */
    private static List<Occurrence> latest(String name, ScheduleSpec spec, Instant oldest, Instant now, int most) {
        Duration back = FIRST_LOOK_BACK;
        while (true) {
            Instant start = now.minus(spec.window()).minus(back);
            boolean isWhole = !start.isAfter(oldest);
            List<Occurrence> found = overdue(name, spec, isWhole ? oldest : start, now);
            if (isWhole || found.size() >= most) {
                return found.subList(Math.max(0, found.size() - most), found.size());
            }
            back = back.multipliedBy(2);
        }
    }

    private static List<Occurrence> overdue(String name, ScheduleSpec spec, Instant from, Instant now) {
        List<Occurrence> found = new ArrayList<>();
        Occurrence next = spec.after(name, from.minusMillis(1));
        while (next != null && !next.due().isAfter(now)) {
            found.add(next);
            next = spec.after(name, next.at());
        }
        return found;
    }

    private record Skipped(int count, @Nullable Instant last) {}

    private static Skipped countSkipped(
            String name, ScheduleSpec spec, Occurrence first, List<Occurrence> wanted, Instant last) {
        Instant end = wanted.isEmpty() ? last.plusMillis(1) : wanted.get(0).at();
        int count = 0;
        Instant counted = null;
        Occurrence next = first;
        while (next != null && next.at().isBefore(end) && count < MAX_COUNTED) {
            count++;
            counted = next.at();
            next = spec.after(name, next.at());
        }
        return new Skipped(count, wanted.isEmpty() ? last : counted);
    }
}
