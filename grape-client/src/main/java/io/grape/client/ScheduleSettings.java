package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a schedule occurs: {@code ScheduleSettings.cron("0 7 * * 1-5").zone(ZoneId.of("Europe/Berlin"))}. Immutable: each method
 * returns a new one. A value that is not set has the broker's default. Source: {@code docs/http.md#schedules-of-a-tube}.
 */
public final class ScheduleSettings {
    private final Map<String, Object> fields;

    ScheduleSettings(Map<String, Object> fields) {
        this.fields = Collections.unmodifiableMap(fields);
    }

    /** What happens at a fixed local time that does not exist. */
    public enum Gap {
        /** It occurs at the first instant after the gap. */
        NEXT,
        /** It does not occur. */
        SKIP
    }

    /** When it occurs at a fixed local time that exists twice. */
    public enum Overlap {
        /** The first time. */
        FIRST,
        /** The second time. */
        SECOND,
        /** Both times. */
        BOTH
    }

    /** What is made up for that no broker made in time. */
    public enum Missed {
        /** The latest occurrence. */
        ONE,
        /** Nothing. */
        SKIP,
        /** Each occurrence, up to 1,000. */
        ALL
    }

    /** What becomes of an occurrence whose turn comes while the one before it runs, or waits for its retry. */
    public enum WhileRunning {
        /** It is delivered. */
        ALLOW,
        /** It is dropped, unless it was delivered or kicked before: then it waits as with {@link #QUEUE}. */
        SKIP,
        /** It is delivered after the end of the other one, and of those that came due before it. */
        QUEUE
    }

    /**
     * It occurs when the local time matches.
     *
     * @param expression of five fields: minute, hour, day of month, month, day of week
     */
    public static ScheduleSettings cron(String expression) {
        return new ScheduleSettings(Map.of("cron", expression));
    }

    /** It occurs at an interval, 1 s or longer, counted from 1970 or from its {@link #anchor}. */
    public static ScheduleSettings every(Duration interval) {
        return new ScheduleSettings(Map.of("everyMs", millis(interval)));
    }

    /**
     * Settings of fields with the names of {@code docs/http.md}, such as {@link #fields} returns. The broker checks them.
     *
     * @param fields texts, whole numbers and booleans
     */
    public static ScheduleSettings of(Map<String, ?> fields) {
        return new ScheduleSettings(new LinkedHashMap<>(fields));
    }

    private static Long millis(Duration value) {
        return Objects.requireNonNull(Target.millis(Objects.requireNonNull(value)));
    }

    private ScheduleSettings with(String name, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(fields);
        copy.put(name, Objects.requireNonNull(value, name));
        return new ScheduleSettings(copy);
    }

    private ScheduleSettings with(String name, Enum<?> value) {
        return with(name, (Object) value.name().toLowerCase(Locale.ROOT));
    }

    /** The time zone of a cron expression: UTC or an IANA id with a slash. Default: UTC. */
    public ScheduleSettings zone(ZoneId value) {
        return with("timeZone", value.getId());
    }

    /** Default: {@link Gap#NEXT}. */
    public ScheduleSettings gap(Gap value) {
        return with("gap", value);
    }

    /** Default: {@link Overlap#FIRST}. */
    public ScheduleSettings overlap(Overlap value) {
        return with("overlap", value);
    }

    /** An instant that intervals are counted from. Default: 1970. */
    public ScheduleSettings anchor(Instant value) {
        return with("anchor", value.toString());
    }

    /** Jobs are due up to so much after their instant, each schedule at its own time. Less than a period. Default: 0. */
    public ScheduleSettings window(Duration value) {
        return with("windowMs", millis(value));
    }

    /** The first instant at which it may occur. Default: any. */
    public ScheduleSettings from(Instant value) {
        return with("from", value.toString());
    }

    /** The instant from which it occurs no more. Default: none. */
    public ScheduleSettings to(Instant value) {
        return with("to", value.toString());
    }

    /** How many occurrences are made. Default: no limit. */
    public ScheduleSettings maxRuns(int value) {
        return with("maxRuns", (Object) value);
    }

    /** Default: {@link Missed#ONE}. */
    public ScheduleSettings missed(Missed value) {
        return with("missed", value);
    }

    /** How old a missed occurrence may be that is made. Default: any, 1 h with {@link Missed#ALL}. */
    public ScheduleSettings missedWithin(Duration value) {
        return with("missedWithinMs", millis(value));
    }

    /** What becomes of an occurrence while the one before it runs. Default: {@link WhileRunning#ALLOW}. */
    public ScheduleSettings whileRunning(WhileRunning value) {
        return with("whileRunning", value);
    }

    /** How many runs that fail one after the other pause it at once, 1 to 1,000. Default: none do. */
    public ScheduleSettings pauseAfterFailures(int value) {
        return with("pauseAfterFailures", (Object) value);
    }

    /** Whether it has no occurrences until it is resumed. Default: a new one has, another one as before. */
    public ScheduleSettings paused(boolean value) {
        return with("paused", (Object) value);
    }

    /** The fields that are set, as {@code docs/http.md} names them: texts, whole numbers and booleans. */
    public Map<String, Object> fields() {
        return fields;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScheduleSettings settings && fields.equals(settings.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return "ScheduleSettings" + fields;
    }
}
