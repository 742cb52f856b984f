package io.grape.client.transport;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param name for metrics and logs, such as {@code produce}
 * @param target path and query, encoded
 * @param repeat whether it may be sent again after an attempt of which nobody knows whether it happened
 * @param takes whether its response hands over what would be lost with it
 * @param waiting how long the broker may wait before it answers, sent along as {@code waitMs}; the deadline of the call is that
 *     much later
 */
@SuppressWarnings("ArrayRecordComponent")
public record Call(
        String name,
        String method,
        String target,
        @Nullable RequestBody body,
        Map<String, String> headers,
        Repeat repeat,
        boolean takes,
        Duration waiting) {

    private static Call of(String name, String method, String target) {
        return new Call(name, method, target, null, Map.of(), Repeat.ALWAYS, false, Duration.ZERO);
    }

    public static Call get(String name, String target) {
        return of(name, "GET", target);
    }

    public static Call delete(String name, String target) {
        return of(name, "DELETE", target);
    }

    public static Call post(String name, String target) {
        return of(name, "POST", target);
    }

    public static Call put(String name, String target, RequestBody body) {
        return of(name, "PUT", target).body(body);
    }

    public Call body(RequestBody value) {
        return new Call(name, method, target, value, headers, repeat, takes, waiting);
    }

    public Call headers(Map<String, String> values) {
        return new Call(name, method, target, body, values, repeat, takes, waiting);
    }

    public Call repeat(Repeat value) {
        return new Call(name, method, target, body, headers, value, takes, waiting);
    }

    /** Hands over jobs, for which the broker waits so long. */
    public Call takes(Duration wait) {
        return new Call(name, method, target, body, headers, repeat, true, wait);
    }

    /** The target of an attempt that waits so long; one that comes later waits for what is left of the time. */
    String target(Duration wait) {
        return waiting.isZero()
                ? target
                : target + (target.contains("?") ? '&' : '?') + "waitMs="
                        + wait.plusNanos(999_999).toMillis();
    }
}
