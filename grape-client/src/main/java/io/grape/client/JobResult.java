package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The result of a finished job. Source: {@code docs/http.md#results}.
 *
 * @param bytes up to 65,536 unless the tube says otherwise. They are not a copy: do not change them
 * @param contentType such as {@code application/json}
 */
@SuppressWarnings("ArrayRecordComponent")
public record JobResult(byte[] bytes, String contentType) {
    private static final String JSON = "application/json";

    /** A JSON text. */
    public static JobResult json(String text) {
        return new JobResult(text.getBytes(UTF_8), JSON);
    }

    /** Any bytes. */
    public static JobResult of(byte[] bytes) {
        return new JobResult(bytes, "application/octet-stream");
    }

    /** The bytes as UTF-8. */
    public String text() {
        return new String(bytes, UTF_8);
    }
}
