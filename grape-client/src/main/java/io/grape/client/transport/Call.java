package io.grape.client.transport;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param name for metrics and logs, such as {@code produce}
 * @param target path and query, encoded
 * @param traffic what it is for
 * @param retry whether to retry when nobody knows if the attempt before succeeded
 * @param consumes whether its response holds jobs, which would be lost with it
 * @param waiting how long the broker may wait before it responds, sent as {@code waitMs}; extends the deadline of the
 *     call
 */
@SuppressWarnings("ArrayRecordComponent")
public record Call(
        String name,
        String method,
        String target,
        @Nullable RequestBody body,
        Map<String, String> headers,
        Traffic traffic,
        RetryPolicy retry,
        boolean consumes,
        Duration waiting) {

    private static Call of(String name, String method, String target) {
        return new Call(name, method, target, null, Map.of(), Traffic.OTHER, RetryPolicy.ALWAYS, false, Duration.ZERO);
    }

    public static Call get(String name, String target) {
        return of(name, "GET", target);
    }

    /** A call of an operator. */
    public static Call delete(String name, String target) {
        return of(name, "DELETE", target).traffic(Traffic.CONTROL);
    }

    public static Call post(String name, String target) {
        return of(name, "POST", target);
    }

    /** A call of an operator. */
    public static Call put(String name, String target, RequestBody body) {
        return of(name, "PUT", target).body(body).traffic(Traffic.CONTROL);
    }

    public static Call patch(String name, String target, RequestBody body) {
        return of(name, "PATCH", target).body(body);
    }

    public Call body(RequestBody value) {
        return new Call(name, method, target, value, headers, traffic, retry, consumes, waiting);
    }

    public Call headers(Map<String, String> values) {
        return new Call(name, method, target, body, values, traffic, retry, consumes, waiting);
    }

    public Call traffic(Traffic value) {
        return new Call(name, method, target, body, headers, value, retry, consumes, waiting);
    }

    public Call retry(RetryPolicy value) {
        return new Call(name, method, target, body, headers, traffic, value, consumes, waiting);
    }

    /** The response holds jobs; the broker may wait so long for them. */
    public Call consumes(Duration wait) {
        return new Call(name, method, target, body, headers, traffic, retry, true, wait);
    }

    /** The broker may wait so long before it responds. */
    public Call waits(Duration wait) {
        return new Call(name, method, target, body, headers, traffic, retry, consumes, wait);
    }

    /** The target of an attempt that waits so long; a retry waits for the rest of the time. */
    String target(Duration wait) {
        return waiting.isZero()
                ? target
                : target + (target.contains("?") ? '&' : '?') + "waitMs="
                        + wait.plusNanos(999_999).toMillis();
    }
}
