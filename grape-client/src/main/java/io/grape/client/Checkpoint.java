package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What a consumer hands over with a job, for the next one to go on from. Source: {@code docs/http.md#hand-over}.
 *
 * @param bytes up to 65,536. They are not a copy: do not change them
 * @param contentType such as {@code application/json}
 */
@SuppressWarnings("ArrayRecordComponent")
public record Checkpoint(byte[] bytes, String contentType) {
    private static final String JSON = "application/json";

    /** A JSON text. */
    public static Checkpoint json(String text) {
        return new Checkpoint(text.getBytes(UTF_8), JSON);
    }

    /** Any bytes. */
    public static Checkpoint of(byte[] bytes) {
        return new Checkpoint(bytes, "application/octet-stream");
    }

    /** The bytes as UTF-8. */
    public String text() {
        return new String(bytes, UTF_8);
    }
}
