package io.grape.cli.call;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as {@code 500ms}, {@code 1h30m} or {@code PT90S}, and points in time such as {@code 2027-01-01T08:00:00Z}. */
public final class Times {
    private static final Pattern PART = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final Pattern WHOLE = Pattern.compile("(?:[0-9]{1,12}(?:ms|s|m|h|d))+");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms",
            ChronoUnit.MILLIS,
            "s",
            ChronoUnit.SECONDS,
            "m",
            ChronoUnit.MINUTES,
            "h",
            ChronoUnit.HOURS,
            "d",
            ChronoUnit.DAYS);

    /** 49710 days: the longest time that a broker knows. */
    private static final Duration LONGEST = Duration.ofSeconds((1L << 32) - 1);

    private Times() {}

    /** A duration of up to 49710 days; empty if the text is none. */
    public static Optional<Duration> duration(String text) {
        return read(text).filter(time -> !time.isNegative() && time.compareTo(LONGEST) <= 0);
    }

    private static Optional<Duration> read(String text) {
        try {
            if (text.startsWith("P") || text.startsWith("p")) {
                return Optional.of(Duration.parse(text));
            }
            if (!WHOLE.matcher(text).matches()) {
                return Optional.empty();
            }
            Matcher parts = PART.matcher(text);
            Duration sum = Duration.ZERO;
            for (MatchResult part : parts.results().toList()) {
                sum = sum.plus(
                        Duration.of(Long.parseLong(part.group(1)), UNITS.getOrDefault(part.group(2), ChronoUnit.DAYS)));
            }
            return Optional.of(sum);
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Of an option. */
    public static final class OfDuration implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return duration(text)
                    .orElseThrow(() -> new TypeConversionException(
                            "expected a time such as 500ms, 30s, 15m, 1h30m, 2d or PT15M, up to 49710d, got '" + text
                                    + "'"));
        }
    }

    /** Of an option. */
    public static final class OfInstant implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "expected a time such as 2027-01-01T08:00:00Z or 2027-01-01T08:00:00+08:00, got '" + text
                                + "'");
            }
        }
    }
}
