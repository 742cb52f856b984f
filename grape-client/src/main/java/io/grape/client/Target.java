package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The path and query of a call. Names and values are encoded. */
final class Target {
    private final StringBuilder text;
    private boolean hasQuery;

    private Target(String path) {
        text = new StringBuilder(path);
    }

    /** A path below {@code /v1/tubes}: {@code tubes(tube, "jobs", id)}. */
    static Target tubes(String... parts) {
        return of("/v1/tubes", parts);
    }

    /** A path below {@code /v1/quotas}. */
    static Target quotas(String... parts) {
        return of("/v1/quotas", parts);
    }

    /** The presence of a worker. */
    static Target presence(String worker) {
        return of("/v1/workers", worker, "presence");
    }

    /** A path below {@code /v1/operations}. */
    static Target operations(String... parts) {
        return of("/v1/operations", parts);
    }

    /** A call of monitoring, such as {@code /v1/overview}. */
    static Target monitoring(String name) {
        return of("/v1", name);
    }

    private static Target of(String path, String... parts) {
        Target target = new Target(path);
        for (String part : parts) {
            target.text.append('/').append(encoded(part));
        }
        return target;
    }

    /**
     * Adds a parameter unless its value is null. Durations are rounded up to whole milliseconds, so nothing is early.
     */
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

    /** Whole milliseconds, rounded up; negative values stay negative. */
    static @Nullable Long millis(@Nullable Duration duration) {
        if (duration == null) {
            return null;
        }
        try {
            return duration.isNegative()
                    ? Math.min(-1, duration.toMillis())
                    : duration.plusNanos(999_999).toMillis();
        } catch (ArithmeticException e) {
            // The broker rejects so large a value.
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Java would replace half a surrogate pair by a question mark, and the call would be for another name. */
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
