package io.grape.server.http;

import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a call answers.
 *
 * @param unwritten runs when the answer did not reach the socket, because the client went away
 */
record Reply(int status, Map<String, String> headers, Buffer body, Runnable unwritten) {
    private static final String CONTENT_TYPE = "Content-Type";

    /** JSON in UTF-8. */
    static Reply json(int status, Buffer body) {
        return of(status, "application/json", body);
    }

    static Reply of(int status, String contentType, Buffer body) {
        return new Reply(status, Map.of(CONTENT_TYPE, contentType), body, Reply::nothing);
    }

    /** No content. */
    static Reply empty(int status) {
        return new Reply(status, Map.of(), Buffer.buffer(), Reply::nothing);
    }

    Reply header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, body, unwritten);
    }

    /** Neither browsers nor proxies keep it. */
    Reply notStored() {
        return header("Cache-Control", "no-store");
    }

    Reply ifUnwritten(Runnable action) {
        return new Reply(status, headers, body, action);
    }

    private static void nothing() {}
}
