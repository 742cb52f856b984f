package io.grape.core.schedule;

import static io.grape.catalog.ScheduleFields.ANCHOR;
import static io.grape.catalog.ScheduleFields.CRON;
import static io.grape.catalog.ScheduleFields.EVERY;
import static io.grape.catalog.ScheduleFields.FROM;
import static io.grape.catalog.ScheduleFields.GAP;
import static io.grape.catalog.ScheduleFields.MAX_RUNS;
import static io.grape.catalog.ScheduleFields.MISSED;
import static io.grape.catalog.ScheduleFields.MISSED_WITHIN;
import static io.grape.catalog.ScheduleFields.OVERLAP;
import static io.grape.catalog.ScheduleFields.PAUSE_AFTER_FAILURES;
import static io.grape.catalog.ScheduleFields.SCHEMA;
import static io.grape.catalog.ScheduleFields.TIME_ZONE;
import static io.grape.catalog.ScheduleFields.TO;
import static io.grape.catalog.ScheduleFields.WHILE_RUNNING;
import static io.grape.catalog.ScheduleFields.WINDOW;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.catalog.ScheduleFields;
import io.grape.catalog.Values;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a schedule occurs, as {@link ScheduleFields} declares it.
 *
 * @param window shorter than its period; zero = at once
 * @param missedWithin null = any age with {@link MissedPolicy#ONE}, {@link #DEFAULT_MISSED_WITHIN} with {@link MissedPolicy#ALL}
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

    private static final int CHECKED_PERIODS = 100;
    /** The clock changes of two years, in zones with two changes a year. Morocco and others have theirs around Ramadan. */
    private static final int CHECKED_CHANGES = 4;

    public ScheduleSpec {
        SCHEMA.validated(
                values(timing, window, from, to, maxRuns, missed, missedWithin, whileRunning, pauseAfterFailures),
                "",
                GrapeException::badValue);
    }

    public static ScheduleSpec of(Values values) {
        return new ScheduleSpec(
                timing(values),
                values.get(WINDOW),
                values.find(FROM),
                values.find(TO),
                values.find(MAX_RUNS),
                MissedPolicy.parse(values.get(MISSED)),
                values.find(MISSED_WITHIN),
                WhileRunning.parse(values.get(WHILE_RUNNING)),
                values.find(PAUSE_AFTER_FAILURES));
    }

    private static Timing timing(Values values) {
        String cron = values.find(CRON);
        if (cron != null) {
            return new CronTiming(
                    CronExpression.parse(cron),
                    CronTiming.parseZone(values.get(TIME_ZONE)),
                    GapPolicy.parse(values.get(GAP)),
                    OverlapPolicy.parse(values.get(OVERLAP)));
        }
        Instant anchor = values.find(ANCHOR);
        return new IntervalTiming(Objects.requireNonNull(values.find(EVERY)), anchor == null ? Instant.EPOCH : anchor);
    }

    /** Returns the fields of {@link ScheduleFields}, including those that have their default. */
    public Values values() {
        Duration within = missedWithin == null && missed == MissedPolicy.ALL ? DEFAULT_MISSED_WITHIN : missedWithin;
        return values(timing, window, from, to, maxRuns, missed, within, whileRunning, pauseAfterFailures);
    }

    private static Values values(
            Timing timing,
            Duration window,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Integer maxRuns,
            MissedPolicy missed,
            @Nullable Duration missedWithin,
            WhileRunning whileRunning,
            @Nullable Integer pauseAfterFailures) {
        return values(timing)
                .with(WINDOW, window)
                .with(FROM, from)
                .with(TO, to)
                .with(MAX_RUNS, maxRuns)
                .with(MISSED, missed.wireName())
                .with(MISSED_WITHIN, missedWithin)
                .with(WHILE_RUNNING, whileRunning.wireName())
                .with(PAUSE_AFTER_FAILURES, pauseAfterFailures);
    }

    private static Values values(Timing timing) {
        if (timing instanceof CronTiming cron) {
            return Values.NONE
                    .with(CRON, cron.cron().toString())
                    .with(TIME_ZONE, cron.zone().getId())
                    .with(GAP, cron.gap().wireName())
                    .with(OVERLAP, cron.overlap().wireName());
        }
        IntervalTiming interval = (IntervalTiming) timing;
        return Values.NONE.with(EVERY, interval.every()).with(ANCHOR, interval.anchor());
    }

    /**
     * Refuses a schedule that never occurs in its zone, or whose window is not shorter than its period. This evaluates its
     * timing, which is not needed again for a spec that was read from the storage.
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
        for (int i = 0; i < CHECKED_CHANGES; i++) {
            ZoneOffsetTransition next = timing.zone().getRules().nextTransition(change);
            if (next == null || !next.getInstant().isBefore(Limits.MAX_DUE)) {
                return;
            }
            change = next.getInstant();
            checkWindow(window, shortestPeriodAround(change));
        }
    }

    /** Returns the shortest period near a change of the clocks: among occurrences that are at most a window away from it. */
    private Duration shortestPeriodAround(Instant change) {
        Duration shortest = Limits.MAX_DURATION;
        Instant before = timing.after(change.minus(window).minusMillis(1));
        for (int i = 0; i < CHECKED_PERIODS && before != null && !before.isAfter(change.plus(window)); i++) {
            Instant next = timing.after(before);
            if (next != null && Duration.between(before, next).compareTo(shortest) < 0) {
                shortest = Duration.between(before, next);
            }
            before = next;
        }
        return shortest;
    }

    private static void checkWindow(Duration window, Duration period) {
        if (window.compareTo(period) >= 0) {
            throw GrapeException.badValue(
                    "windowMs", "less than the shortest period, " + period.toMillis(), window.toMillis());
        }
    }

    /** Returns the shortest time between two of its next occurrences. */
    private static Duration shortestPeriod(Timing timing, Instant start) {
        Duration shortest = Limits.MAX_DURATION;
        Instant before = timing.after(start);
        for (int i = 0; i < CHECKED_PERIODS && before != null; i++) {
            Instant next = timing.after(before);
            if (next != null && Duration.between(before, next).compareTo(shortest) < 0) {
                shortest = Duration.between(before, next);
            }
            before = next;
        }
        return shortest;
    }

    /** Returns the first occurrence after an instant; null if no occurrence follows. */
    public @Nullable Occurrence after(String name, Instant instant) {
        Instant earliest = from == null || !instant.isBefore(from) ? instant : from.minusMillis(1);
        Instant at = timing.after(earliest);
        if (at == null || (to != null && !at.isBefore(to)) || at.isAfter(Limits.MAX_DUE)) {
            return null;
        }
        return new Occurrence(at, at.plusMillis(delayInWindow(name, at)));
    }

    /** Returns the next occurrences after an instant, up to {@code limit} of them. */
    public List<Occurrence> next(String name, Instant after, int limit) {
        List<Occurrence> found = new ArrayList<>();
        Instant last = after;
        while (found.size() < limit) {
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
     * Returns a delay that is the same on every broker, and spread evenly over the window. It is shorter than the time until the next
     * occurrence, even if a change of the clocks brings two of them closer together than the window, so that jobs are due in the order of
     * their instants.
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
