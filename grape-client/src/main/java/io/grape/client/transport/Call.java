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
 * @param takes whether its answer hands over what would be lost with it
 * @param waiting how long the broker may wait before it answers, sent along as {@code waitMs}; the deadline of the call is that
 *     much later
 */
@SuppressWarnings("ArrayRecordComponent")
public record Call(
        String name,
        String method,
        String target,
        @Nullable Body body,
        Map<String, String> headers,
        Repeat repeat,
        boolean takes,
        Duration waiting) {

    /** Bytes of a content type. */
    public record Body(byte[] bytes, String contentType) {
        /** Of JSON. */
        public static Body json(byte[] bytes) {
            return new Body(bytes, "application/json");
        }
    }

    /** Whether a call may be sent again. */
    public enum Repeat {
        /** It does no harm. */
        ALWAYS,
        /** Only where it is certain that it did not happen. */
        IF_NOT_DONE
    }

    private static Call of(String name, String method, Target target) {
        return new Call(name, method, target.toString(), null, Map.of(), Repeat.ALWAYS, false, Duration.ZERO);
    }

    public static Call get(String name, Target target) {
        return of(name, "GET", target);
    }

    public static Call delete(String name, Target target) {
        return of(name, "DELETE", target);
    }

    public static Call post(String name, Target target) {
        return of(name, "POST", target);
    }

    public static Call put(String name, Target target, Body body) {
        return of(name, "PUT", target).body(body);
    }

    public Call body(Body value) {
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
                : target + (target.contains("?") ? '&' : '?') + "waitMs=" + Target.millis(wait);
    }
}
