package io.grape.server.http.json;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.grape.core.GrapeException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Instants on the wire. */
public final class Rfc3339 {
    private static final Pattern FORM = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})",
            Pattern.CASE_INSENSITIVE);
    private static final String TEMPLATE = "0000-00-00T00:00:00.000Z";
    private static final int SECONDS_OF_DAY = 24 * 60 * 60;

    private Rfc3339() {}

    /** Reads an instant with any offset; what is finer than a millisecond is rounded up, so that nothing is due too early. */
    public static Instant parse(String name, String text) {
        if (FORM.matcher(text).matches()) {
            try {
                return roundedUp(
                        OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant());
            } catch (DateTimeException e) {
                throw bad(name, text);
            }
        }
        if (FORM.matcher(text.replace(' ', '+')).matches()) {
            throw GrapeException.badValue(
                    name, "an instant like 2027-01-31T09:30:00Z (a plus in a query is written %2B)", "'" + text + "'");
        }
        throw bad(name, text);
    }

    private static Instant roundedUp(Instant instant) {
        Instant millis = instant.truncatedTo(MILLIS);
        return millis.equals(instant) ? millis : millis.plusMillis(1);
    }

    private static GrapeException bad(String name, String text) {
        return GrapeException.badValue(name, "an instant like 2027-01-31T09:30:00Z", "'" + text + "'");
    }

    /** In UTC, to the millisecond, always 24 characters long; null stays null. */
    public static @Nullable String text(@Nullable Instant instant) {
        if (instant == null) {
            return null;
        }
        int second = Math.floorMod(instant.getEpochSecond(), SECONDS_OF_DAY);
        char[] text = Day.of(Math.floorDiv(instant.getEpochSecond(), SECONDS_OF_DAY))
                .text
                .clone();
        put(text, 13, second / 3600);
        put(text, 16, second / 60 % 60);
        put(text, 19, second % 60);
        put(text, 23, instant.getNano() / 1_000_000);
        return new String(text);
    }

    /** A day with its text: nearly all instants are of the same one. Threads may see an older one, which is another's day. */
    private static final class Day {
        private static volatile Day last = new Day(0);

        private final long number;
        private final char[] text = TEMPLATE.toCharArray();

        private Day(long number) {
            this.number = number;
            LocalDate date = LocalDate.ofEpochDay(number);
            put(text, 4, date.getYear());
            put(text, 7, date.getMonthValue());
            put(text, 10, date.getDayOfMonth());
        }

        private static Day of(long number) {
            Day day = last;
            if (day.number != number) {
                day = new Day(number);
                last = day;
            }
            return day;
        }
    }

    /** Writes a number so that it ends before an index. A formatter would cost more than all else in a response. */
    private static void put(char[] text, int end, int number) {
        int at = end;
        for (int left = number; left > 0; left /= 10) {
            at--;
            text[at] = (char) ('0' + left % 10);
        }
    }
}
