package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The payload of a job: bytes, which never change, and their content type from the producer.
 *
 * <p>The array is not copied: the caller must not change it. The API has checked that bytes with a JSON content type
 * are JSON.
 */
@SuppressWarnings("ArrayRecordComponent")
public record Payload(byte[] bytes, String contentType) {
    public static final String BINARY = "application/octet-stream";
    public static final String JSON = "application/json";

    private static final Pattern PRINTABLE = Pattern.compile("[ -~]{1," + Limits.MAX_CONTENT_TYPE_CHARS + "}");
    private static final Pattern JSON_TYPE =
            Pattern.compile("application/([a-z0-9.+_-]+\\+)?json(\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?)?\\s*");

    public Payload {
        if (bytes.length > Limits.MAX_PAYLOAD_BYTES) {
            throw GrapeException.tooLarge("payload", Limits.MAX_PAYLOAD_BYTES, bytes.length);
        }
        if (!isUsual(contentType) && !PRINTABLE.matcher(contentType).matches()) {
            throw GrapeException.badValue(
                    "contentType",
                    "1 to " + Limits.MAX_CONTENT_TYPE_CHARS + " printable ASCII characters",
                    contentType);
        }
    }

    public static Payload binary(byte[] bytes) {
        return new Payload(bytes, BINARY);
    }

    /** True if the content type is JSON in UTF-8. */
    public boolean isJson() {
        return isUsual(contentType)
                ? contentType.equals(JSON)
                : JSON_TYPE.matcher(contentType.toLowerCase(Locale.ROOT)).matches();
    }

    private static boolean isUsual(String contentType) {
        return contentType.equals(BINARY) || contentType.equals(JSON);
    }
}
