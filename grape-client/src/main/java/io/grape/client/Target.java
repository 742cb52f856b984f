package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Path and query of a call, put together from parts that are encoded. */
final class Target {
    private final StringBuilder text;
    private boolean hasQuery;

    private Target(String path) {
        text = new StringBuilder(path);
    }

    /** A path below {@code /v1/tubes}: {@code tubes(tube, "jobs", id)}. */
    static Target tubes(String... parts) {
        Target target = new Target("/v1/tubes");
        for (String part : parts) {
            target.text.append('/').append(encoded(part));
        }
        return target;
    }

    /** A parameter; nothing where there is no value. A duration is in whole ms, rounded up, so that nothing is early. */
    Target with(String name, @Nullable Object value) {
        if (value != null) {
            text.append(hasQuery ? '&' : '?').append(name).append('=').append(encoded(string(value)));
            hasQuery = true;
        }
        return this;
    }

    private static String string(Object value) {
        return value instanceof Duration duration ? String.valueOf(millis(duration)) : value.toString();
    }

    /** Whole milliseconds; what is finer is rounded up, and what is less than nothing stays so. */
    static @Nullable Long millis(@Nullable Duration duration) {
        if (duration == null) {
            return null;
        }
        try {
            return duration.isNegative()
                    ? Math.min(-1, duration.toMillis())
                    : duration.plusNanos(999_999).toMillis();
        } catch (ArithmeticException e) {
            // No call takes so much, and the broker says so.
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Half of a surrogate pair would become a question mark, and the call be about something else. */
    private static String encoded(String part) {
        if (!UTF_8.newEncoder().canEncode(part)) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST, "a name: expected whole characters, got half of a surrogate pair");
        }
        return URLEncoder.encode(part, UTF_8).replace("+", "%20");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
