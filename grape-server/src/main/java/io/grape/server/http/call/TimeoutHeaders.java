package io.grape.server.http.call;

import io.grape.core.GrapeException;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a caller waits for the response: {@code Grape-Timeout-Ms: 500} or, as gRPC has it, {@code grpc-timeout: 500m}. */
final class TimeoutHeaders {
    private static final String OURS = "Grape-Timeout-Ms";
    private static final String OF_GRPC = "grpc-timeout";
    private static final Duration MOST = Duration.ofDays(1);
    private static final Pattern MILLIS = Pattern.compile("[1-9][0-9]{0,7}");
    private static final Pattern GRPC = Pattern.compile("([0-9]{1,8})([HMSmun])");
    private static final Map<String, Duration> UNITS = Map.of(
            "H", Duration.ofHours(1),
            "M", Duration.ofMinutes(1),
            "S", Duration.ofSeconds(1),
            "m", Duration.ofMillis(1),
            "u", Duration.ofNanos(1000),
            "n", Duration.ofNanos(1));

    private TimeoutHeaders() {}

    /** Null if the caller says nothing. Fails with BAD_REQUEST for what cannot be read, and for more than one of them. */
    static @Nullable Duration read(MultiMap headers) {
        if (!headers.contains(OURS) && !headers.contains(OF_GRPC)) {
            return null;
        }
        List<String> ours = headers.getAll(OURS);
        List<String> grpc = headers.getAll(OF_GRPC);
        if (ours.size() + grpc.size() > 1) {
            throw GrapeException.badValue(OURS, "one of it or of " + OF_GRPC, ours.size() + grpc.size() + " headers");
        }
        return grpc.isEmpty() ? ofOurs(ours.get(0)) : ofGrpc(grpc.get(0));
    }

    private static Duration ofOurs(String text) {
        Duration time = MILLIS.matcher(text).matches() ? Duration.ofMillis(Long.parseLong(text)) : Duration.ZERO;
        return checked(OURS, "1 to " + MOST.toMillis(), text, time);
    }

    private static Duration ofGrpc(String text) {
        Matcher parts = GRPC.matcher(text);
        Duration time = parts.matches()
                ? UNITS.getOrDefault(parts.group(2), Duration.ZERO).multipliedBy(Long.parseLong(parts.group(1)))
                : Duration.ZERO;
        return checked(OF_GRPC, "a time such as 500m or 5S, up to a day", text, time);
    }

    private static Duration checked(String name, String expected, String text, Duration time) {
        if (time.isZero() || time.compareTo(MOST) > 0) {
            throw GrapeException.badValue(name, expected, "'" + text + "'");
        }
        return time;
    }
}
