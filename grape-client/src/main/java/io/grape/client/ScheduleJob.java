package io.grape.client;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of a schedule are. Its bytes are not a copy: do not change them.
 *
 * @param bytes the payload as it was put; empty if it has none, or if it is hidden
 * @param contentType null if the payload is hidden
 * @param headers by name in lower case; empty if the payload is hidden
 * @param key null = none
 * @param weight null = as it was
 * @param ttr null = the tube's
 * @param maxAttempts null = the tube's
 * @param isPayloadHidden whether the caller has no right to see payload and headers
 */
@SuppressWarnings("ArrayRecordComponent")
public record ScheduleJob(
        byte[] bytes,
        @Nullable String contentType,
        Map<String, String> headers,
        @Nullable String key,
        List<String> labels,
        @Nullable Double weight,
        @Nullable Duration ttr,
        long priority,
        @Nullable Integer maxAttempts,
        boolean isPayloadHidden) {
    private static final String USUAL_PRIORITY = "1024";

    static ScheduleJob of(
            Map<String, String> fields, List<String> labels, Map<String, String> headers, byte[] payload) {
        String weight = fields.get("weight");
        String ttr = fields.get("ttrMs");
        String attempts = fields.get("maxAttempts");
        return new ScheduleJob(
                payload,
                fields.get("contentType"),
                Collections.unmodifiableMap(headers),
                fields.get("key"),
                Collections.unmodifiableList(labels),
                weight == null ? null : Double.valueOf(weight),
                ttr == null ? null : Duration.ofMillis(Long.parseLong(ttr)),
                Long.parseLong(fields.getOrDefault("priority", USUAL_PRIORITY)),
                attempts == null ? null : Integer.valueOf(attempts),
                Boolean.parseBoolean(fields.get("payloadHidden")));
    }
}
