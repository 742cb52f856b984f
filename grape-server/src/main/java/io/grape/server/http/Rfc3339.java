package io.grape.server.http;

import static java.time.temporal.ChronoUnit.MILLIS;

import io.grape.core.GrapeException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Instants on the wire. */
final class Rfc3339 {
    private static final Pattern FORM = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})",
            Pattern.CASE_INSENSITIVE);
    private static final DateTimeFormatter MILLIS_UTC = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    /** Reads an instant with any offset; what is finer than a millisecond is rounded up, so that nothing is due too early. */
    static Instant parse(String name, String text) {
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
    static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : MILLIS_UTC.format(instant);
    }
}
