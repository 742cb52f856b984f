package io.grape.client.transport;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param target path and query, encoded
 * @param repeat whether it may be sent again after an attempt of which nobody knows whether it happened
 * @param waiting how long the broker may wait before it answers; the deadline of the call is that much later
 */
@SuppressWarnings("ArrayRecordComponent")
public record Call(
        String method,
        String target,
        @Nullable Body body,
        Map<String, String> headers,
        Repeat repeat,
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

    public static Call get(String target) {
        return new Call("GET", target, null, Map.of(), Repeat.ALWAYS, Duration.ZERO);
    }

    public static Call delete(String target) {
        return new Call("DELETE", target, null, Map.of(), Repeat.ALWAYS, Duration.ZERO);
    }

    public static Call post(String target) {
        return new Call("POST", target, null, Map.of(), Repeat.ALWAYS, Duration.ZERO);
    }

    public static Call put(String target, Body body) {
        return new Call("PUT", target, body, Map.of(), Repeat.ALWAYS, Duration.ZERO);
    }

    public Call body(Body value) {
        return new Call(method, target, value, headers, repeat, waiting);
    }

    public Call headers(Map<String, String> values) {
        return new Call(method, target, body, values, repeat, waiting);
    }

    public Call repeat(Repeat value) {
        return new Call(method, target, body, headers, value, waiting);
    }

    public Call waits(Duration value) {
        return new Call(method, target, body, headers, repeat, value);
    }
}
