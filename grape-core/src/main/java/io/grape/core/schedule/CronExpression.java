package io.grape.core.schedule;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression of five fields: minute, hour, day of month, month, day of week. It knows names of months and days,
 * lists, ranges, steps, {@code L} and {@code #}. If both days are set, a day matches that matches either.
 *
 * <p>It is evaluated on local times, without a time zone: {@link CronTiming} maps these to instants. A search goes from
 * month to month and ends with the last month in which a job can be due, so it takes at most 2,761 steps from 1970 on.
 */
public final class CronExpression {
    /** The maximum length of an expression. */
    public static final int MAX_CHARS = 200;

    private static final List<CronField> FIELDS =
            List.of(CronField.MINUTE, CronField.HOUR, CronField.DAY_OF_MONTH, CronField.MONTH, CronField.DAY_OF_WEEK);
    private static final Pattern FIELD = Pattern.compile("[^ \t]+");
    private static final Pattern SYNTAX = Pattern.compile("[0-9A-Za-z*,/#-]+");
    /** The local time of no zone is a month ahead of UTC. */
    private static final YearMonth LAST_MONTH = YearMonth.from(Limits.MAX_DUE.atOffset(ZoneOffset.UTC));

    private static final YearMonth LEAP_YEAR = YearMonth.of(2024, 1);
    private static final int MONTHS = 12;

    private final String text;
    private final boolean isInterval;
    private final long minutes;
    private final long hours;
    private final CronDaysOfMonth daysOfMonth;
    private final long months;
    private final CronDaysOfWeek daysOfWeek;

    private CronExpression(String text, List<MatchResult> fields) {
        this.text = text;
        this.isInterval =
                fields.get(0).group().startsWith("*") || fields.get(1).group().startsWith("*");
        this.minutes = read(text, fields, 0, CronField.MINUTE::list);
        this.hours = read(text, fields, 1, CronField.HOUR::list);
        this.daysOfMonth = read(text, fields, 2, CronDaysOfMonth::parse);
        this.months = read(text, fields, 3, CronField.MONTH::list);
        this.daysOfWeek = read(text, fields, 4, CronDaysOfWeek::parse);
    }

    private static <T> T read(String text, List<MatchResult> fields, int index, Function<String, T> reading) {
        MatchResult field = fields.get(index);
        try {
            if (!SYNTAX.matcher(field.group()).matches()) {
                throw CronField.bad("digits, names, L and * , - / #");
            }
            return reading.apply(field.group().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw GrapeException.badValue(
                    "cron",
                    "a valid " + FIELDS.get(index).name() + " at character " + (field.start() + 1) + " ("
                            + e.getMessage() + ")",
                    "'" + field.group() + "' in '" + text + "'");
        }
    }

    /** Fails with BAD_REQUEST if it is no expression, naming the field and its position, or if no day matches it. */
    public static CronExpression parse(String text) {
        if (text.length() > MAX_CHARS) {
            throw GrapeException.badValue("cron", "at most " + MAX_CHARS + " characters", text);
        }
        List<MatchResult> fields = FIELD.matcher(text).results().toList();
        if (fields.size() != FIELDS.size()) {
            throw GrapeException.badValue(
                    "cron",
                    "five fields, minute, hour, day of month, month and day of week",
                    fields.size() + " in '" + text + "'");
        }
        CronExpression expression = new CronExpression(text, fields);
        if (!expression.matchesSomeDay()) {
            throw GrapeException.badValue("cron", "an expression that some day matches", "'" + text + "'");
        }
        return expression;
    }

    /** A day of the week occurs in each month of some year; a day of the month must exist in the longest of its months. */
    private boolean matchesSomeDay() {
        if (!daysOfWeek.isAny()) {
            return true;
        }
        for (int month = 0; month < MONTHS; month++) {
            if (dayFrom(LEAP_YEAR.plusMonths(month), 1) != null) {
                return true;
            }
        }
        return false;
    }

    /** True if it means every so many minutes or hours, rather than fixed times of the day. */
    boolean isInterval() {
        return isInterval;
    }

    /** The first matching minute after a local time, null if no job can be due at it. */
    @Nullable
    LocalDateTime after(LocalDateTime time) {
        LocalDateTime first = time.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        LocalDate day = first.toLocalDate();
        if (matches(YearMonth.from(day), day.getDayOfMonth())) {
            LocalTime found = timeFrom(first.toLocalTime());
            if (found != null) {
                return day.atTime(found);
            }
        }
        LocalDate following = dayAfter(day);
        return following == null ? null : following.atTime(firstOf(hours), firstOf(minutes));
    }

    private @Nullable LocalTime timeFrom(LocalTime time) {
        int hour = time.getHour();
        if (has(hours, hour) && minutes >>> time.getMinute() != 0) {
            return LocalTime.of(hour, firstFrom(minutes, time.getMinute()));
        }
        return hours >>> (hour + 1) == 0 ? null : LocalTime.of(firstFrom(hours, hour + 1), firstOf(minutes));
    }

    private @Nullable LocalDate dayAfter(LocalDate day) {
        YearMonth month = YearMonth.from(day);
        int from = day.getDayOfMonth() + 1;
        while (!month.isAfter(LAST_MONTH)) {
            LocalDate found = dayFrom(month, from);
            if (found != null) {
                return found;
            }
            month = month.plusMonths(1);
            from = 1;
        }
        return null;
    }

    private @Nullable LocalDate dayFrom(YearMonth month, int from) {
        if (has(months, month.getMonthValue())) {
            for (int day = from; day <= month.lengthOfMonth(); day++) {
                if (matches(month, day)) {
                    return month.atDay(day);
                }
            }
        }
        return null;
    }

    private boolean matches(YearMonth month, int day) {
        if (!has(months, month.getMonthValue())) {
            return false;
        }
        if (daysOfMonth.isAny()) {
            return daysOfWeek.matches(month, day);
        }
        return daysOfMonth.matches(month, day) || (!daysOfWeek.isAny() && daysOfWeek.matches(month, day));
    }

    private static boolean has(long set, int value) {
        return (set & (1L << value)) != 0;
    }

    private static int firstFrom(long set, int value) {
        return value + Long.numberOfTrailingZeros(set >>> value);
    }

    private static int firstOf(long set) {
        return Long.numberOfTrailingZeros(set);
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
