package io.grape.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job in a response. The payload's bytes are those of its producer. */
@SuppressWarnings("ArrayRecordComponent")
record WireJob(
        String id,
        String tube,
        String state,
        long priority,
        int noe,
        int maxAttempts,
        Duration delay,
        Duration ttr,
        Instant createdAt,
        @Nullable Instant dueAt,
        @Nullable String lease,
        @Nullable Instant leaseUntil,
        @Nullable String reason,
        @Nullable Instant failedAt,
        @Nullable Instant expiresAt,
        boolean begun,
        @Nullable Duration dedup,
        @Nullable Instant debounceUntil,
        String contentType,
        @Nullable String key,
        List<String> labels,
        Map<String, String> headers,
        byte[] payload,
        boolean payloadHidden,
        @Nullable Cancellation cancelled,
        @Nullable Progress progress,
        @Nullable Checkpoint checkpoint,
        @Nullable String rev) {

    /** Throws if a field is missing. Unknown fields are ignored. */
    static WireJob of(
            Map<String, String> fields,
            List<String> labels,
            Map<String, String> headers,
            byte[] payload,
            Map<String, String> cancelled,
            byte @Nullable [] checkpoint)
            throws IOException {
        Instant cancelledAt = instant(cancelled.get("at"));
        return new WireJob(
                need(fields, "id"),
                need(fields, "tube"),
                need(fields, "state"),
                Long.parseLong(need(fields, "priority")),
                Integer.parseInt(need(fields, "attempt")),
                Integer.parseInt(need(fields, "maxAttempts")),
                Duration.ofMillis(Long.parseLong(need(fields, "delayMs"))),
                Duration.ofMillis(Long.parseLong(need(fields, "ttrMs"))),
                WireTime.parse(need(fields, "createdAt")),
                instant(fields.get("dueAt")),
                fields.get("lease"),
                instant(fields.get("leaseUntil")),
                fields.get("reason"),
                instant(fields.get("failedAt")),
                instant(fields.get("expiresAt")),
                Boolean.parseBoolean(fields.get("started")),
                millis(fields.get("dedupWindowMs")),
                instant(fields.get("debounceUntil")),
                need(fields, "contentType"),
                fields.get("key"),
                Collections.unmodifiableList(labels),
                Collections.unmodifiableMap(headers),
                payload,
                Boolean.parseBoolean(fields.get("payloadHidden")),
                cancelledAt == null ? null : new Cancellation(cancelledAt, cancelled.getOrDefault("reason", "")),
                progress(fields),
                checkpoint == null ? null : new Checkpoint(checkpoint, need(fields, "checkpointType")),
                fields.get("rev"));
    }

    private static @Nullable Progress progress(Map<String, String> fields) {
        Instant at = instant(fields.get("progressAt"));
        String percent = fields.get("progress");
        return at == null
                ? null
                : new Progress(at, percent == null ? null : Integer.valueOf(percent), fields.getOrDefault("note", ""));
    }

    private static String need(Map<String, String> fields, String name) throws IOException {
        String value = fields.get(name);
        if (value == null) {
            throw new IOException("expected a job with '" + name + "', got one without");
        }
        return value;
    }

    private static @Nullable Duration millis(@Nullable String value) {
        return value == null ? null : Duration.ofMillis(Long.parseLong(value));
    }

    private static @Nullable Instant instant(@Nullable String value) {
        return value == null ? null : WireTime.parse(value);
    }
}
