package io.grape.core.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a schedule occurs, and what happens if that cannot be.
 *
 * @param window within which its jobs are due after their instants, shorter than its period; zero = at once
 * @param from the first instant at which it may occur, null = any
 * @param to the instant from which it occurs no more, null = never
 * @param maxRuns how many occurrences are made, null = no limit
 * @param missedWithin how old missed occurrences may be that are made up for; null = any with {@link MissedPolicy#ONE},
 *     {@link #DEFAULT_MISSED_WITHIN} with {@link MissedPolicy#ALL}
 * @param pauseAfterFailures how many runs that failed one after the other pause it, null = none do
 */
public record ScheduleSpec(
        Timing timing,
        Duration window,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Integer maxRuns,
        MissedPolicy missed,
        @Nullable Duration missedWithin,
        WhileRunning whileRunning,
        @Nullable Integer pauseAfterFailures) {
    public static final Duration DEFAULT_MISSED_WITHIN = Duration.ofHours(1);
    public static final int MAX_RUNS = 1_000_000_000;
    public static final int MAX_FAILURES = 1000;

    private static final int PERIODS_LOOKED_AT = 100;
    /** Those of two years, in all zones that change their clocks twice a year; Morocco and others do so around Ramadan. */
    private static final int CHANGES_LOOKED_AT = 4;

    public ScheduleSpec {
        if (from != null) {
            checkInstant("from", from);
        }
        if (to != null) {
            checkInstant("to", to);
        }
        if (from != null && to != null && !to.isAfter(from)) {
            throw GrapeException.badValue("to", "an instant after from", to);
        }
        if (maxRuns != null) {
            Limits.checked("maxRuns", maxRuns, 1, MAX_RUNS);
        }
        if (pauseAfterFailures != null) {
            Limits.checked("pauseAfterFailures", pauseAfterFailures, 1, MAX_FAILURES);
        }
        if (missedWithin != null) {
            Limits.checked("missedWithinMs", missedWithin.toMillis(), 1, Limits.MAX_DURATION.toMillis());
            if (missed == MissedPolicy.SKIP) {
                throw GrapeException.badValue("missedWithinMs", "it with missed one or all", "it with skip");
            }
        }
        Limits.checked("windowMs", window.toMillis(), 0, Limits.MAX_DURATION.toMillis());
    }

    /**
     * Refuses a schedule that never occurs in its zone, or whose window is not shorter than its period. This evaluates its
     * timing, which a spec that is read from the storage need not do again.
     */
    public void checkOccurrences(Instant now) {
        Instant start = from == null || from.isBefore(now) ? now : from;
        if (timing instanceof CronTiming cron && timing.after(start.minusMillis(1)) == null) {
            throw cron.neverOccurs();
        }
        if (window.isZero()) {
            return;
        }
        checkWindow(window, shortestPeriod(timing, from == null ? Instant.EPOCH : from));
        Instant change = start;
        for (int i = 0; i < CHANGES_LOOKED_AT; i++) {
            ZoneOffsetTransition next = timing.zone().getRules().nextTransition(change);
            if (next == null || !next.getInstant().isBefore(Limits.MAX_DUE)) {
                return;
            }
            change = next.getInstant();
            checkWindow(window, shortestPeriodAround(change));
        }
    }

    /** Of those that begin within a window before a change of the clocks, or right after it. */
    private Duration shortestPeriodAround(Instant change) {
        Duration shortest = Limits.MAX_DURATION;
        Instant before = timing.after(change.minus(window).minusMillis(1));
        for (int i = 0; i < PERIODS_LOOKED_AT && before != null && !before.isAfter(change.plus(window)); i++) {
            Instant next = timing.after(before);
            if (next != null && Duration.between(before, next).compareTo(shortest) < 0) {
                shortest = Duration.between(before, next);
            }
            before = next;
        }
        return shortest;
    }

    /** Refuses an instant that a job cannot be due at. */
    public static void checkInstant(String name, Instant value) {
        if (value.isBefore(Instant.EPOCH) || value.isAfter(Limits.MAX_DUE)) {
            throw GrapeException.badValue(name, "1970-01-01T00:00:00Z to " + Limits.MAX_DUE, value);
        }
    }

    private static void checkWindow(Duration window, Duration period) {
        if (window.compareTo(period) >= 0) {
            throw GrapeException.badValue(
                    "windowMs", "less than the shortest period, " + period.toMillis(), window.toMillis());
        }
    }

    /** The shortest time between two of its next occurrences. */
    private static Duration shortestPeriod(Timing timing, Instant start) {
        Duration shortest = Limits.MAX_DURATION;
        Instant before = timing.after(start);
        for (int i = 0; i < PERIODS_LOOKED_AT && before != null; i++) {
            Instant next = timing.after(before);
            if (next != null && Duration.between(before, next).compareTo(shortest) < 0) {
                shortest = Duration.between(before, next);
            }
            before = next;
        }
        return shortest;
    }

    /** The first occurrence of a schedule of that name after an instant, null if there is none. */
    public @Nullable Occurrence after(String name, Instant instant) {
        Instant earliest = from == null || !instant.isBefore(from) ? instant : from.minusMillis(1);
        Instant at = timing.after(earliest);
        if (at == null || (to != null && !at.isBefore(to)) || at.isAfter(Limits.MAX_DUE)) {
            return null;
        }
        return new Occurrence(at, at.plusMillis(delayInWindow(name, at)));
    }

    /** Those after an instant, up to a number of them. */
    public List<Occurrence> next(String name, Instant after, int most) {
        List<Occurrence> found = new ArrayList<>();
        Instant last = after;
        while (found.size() < most) {
            Occurrence next = after(name, last);
            if (next == null) {
                break;
            }
            found.add(next);
            last = next.at();
        }
        return found;
    }

    /**
     * The same on every broker, and spread evenly. It is shorter than the time until the next occurrence, also where a change of
     * the clocks brings two of them closer together than the window: jobs are due in the order of their instants.
     */
    private long delayInWindow(String name, Instant at) {
        if (window.isZero()) {
            return 0;
        }
        Instant next = timing instanceof CronTiming ? timing.after(at) : null;
        long width = next == null
                ? window.toMillis()
                : Math.min(window.toMillis(), Duration.between(at, next).toMillis());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest((name + ' ' + at.toEpochMilli()).getBytes(UTF_8));
            return Math.floorMod(ByteBuffer.wrap(hash).getLong(), width);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
