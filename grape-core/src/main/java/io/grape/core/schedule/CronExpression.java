package io.grape.core.schedule;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import io.grape.core.GrapeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression of five fields: minute, hour, day of month, month, day of week. It knows names of months and days,
 * lists, ranges, steps, {@code L} and {@code #}. If both days are set, a day matches that matches either.
 *
 * <p>It is evaluated on local times, without a time zone: {@link CronTiming} maps these to instants.
 */
public final class CronExpression {
    /** The maximum length of an expression. */
    public static final int MAX_CHARS = 200;

    private static final List<String> FIELDS = List.of("minute", "hour", "day of month", "month", "day of week");
    private static final Pattern FIELD = Pattern.compile("[^ \t]+");
    private static final CronDefinition DEFINITION = definition();
    /** A search that begins before 29 February meets every day of the calendar within its first years. */
    private static final LocalDateTime LEAP_YEAR = LocalDateTime.of(2024, 1, 1, 0, 0);

    private final String text;
    private final ExecutionTime times;
    private final boolean isInterval;

    private CronExpression(String text, ExecutionTime times, boolean isInterval) {
        this.text = text;
        this.times = times;
        this.isInterval = isInterval;
    }

    private static CronDefinition definition() {
        return CronDefinitionBuilder.defineCron()
                .withMinutes()
                .withStrictRange()
                .and()
                .withHours()
                .withStrictRange()
                .and()
                .withDayOfMonth()
                .supportsL()
                .withStrictRange()
                .and()
                .withMonth()
                .withStrictRange()
                .and()
                .withDayOfWeek()
                .withValidRange(0, 7)
                .withMondayDoWValue(1)
                .withIntMapping(7, 0)
                .supportsHash()
                .supportsL()
                .withStrictRange()
                .and()
                .instance();
    }

    /** Fails with BAD_REQUEST if it is no expression, naming the field and its position, or if no time matches it. */
    public static CronExpression parse(String text) {
        if (text.length() > MAX_CHARS) {
            throw GrapeException.badValue("cron", "at most " + MAX_CHARS + " characters", text);
        }
        List<MatchResult> found = FIELD.matcher(text).results().toList();
        if (found.size() != FIELDS.size()) {
            throw GrapeException.badValue(
                    "cron",
                    "five fields, minute, hour, day of month, month and day of week",
                    found.size() + " in '" + text + "'");
        }
        List<String> fields = found.stream().map(MatchResult::group).toList();
        for (int i = 0; i < fields.size(); i++) {
            checkField(i, fields.get(i), found.get(i).start() + 1);
        }
        CronExpression expression = new CronExpression(
                text,
                times(fields),
                fields.get(0).startsWith("*") || fields.get(1).startsWith("*"));
        if (expression.after(LEAP_YEAR) == null) {
            throw GrapeException.badValue("cron", "an expression that some day matches", "'" + text + "'");
        }
        return expression;
    }

    /** The library's message names neither the field nor the position, so each field is parsed alone first. */
    private static void checkField(int index, String field, int position) {
        List<String> alone = new ArrayList<>(Collections.nCopies(FIELDS.size(), "*"));
        alone.set(index, field);
        try {
            times(alone);
        } catch (IllegalArgumentException e) {
            throw GrapeException.badValue(
                    "cron", "a valid " + FIELDS.get(index) + " at character " + position, "'" + field + "'");
        }
    }

    private static ExecutionTime times(List<String> fields) {
        return ExecutionTime.forCron(new CronParser(DEFINITION).parse(String.join(" ", fields)));
    }

    /** True if it means every so many minutes or hours, rather than fixed times of the day. */
    boolean isInterval() {
        return isInterval;
    }

    /** The first matching minute after a local time, null if there is none. */
    @Nullable
    LocalDateTime after(LocalDateTime time) {
        return times.nextExecution(time.truncatedTo(ChronoUnit.MINUTES).atZone(ZoneOffset.UTC))
                .map(found -> found.toLocalDateTime())
                .orElse(null);
    }

    boolean matches(LocalDateTime minute) {
        return minute.equals(after(minute.minusMinutes(1)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CronExpression expression && text.equals(expression.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The expression as it was given. */
    @Override
    public String toString() {
        return text;
    }
}
