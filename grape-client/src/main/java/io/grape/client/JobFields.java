package io.grape.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fields of a job, as they are read. Unknown fields are ignored. */
final class JobFields {
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> headers = new TreeMap<>();
    private byte[] payload = {};

    void put(String name, String value) {
        values.put(name, value);
    }

    void payload(byte[] bytes) {
        payload = bytes;
    }

    void header(String name, String value) {
        headers.put(name, value);
    }

    WireJob job() throws IOException {
        return new WireJob(
                need("id"),
                need("tube"),
                need("state"),
                Long.parseLong(need("priority")),
                Integer.parseInt(need("noe")),
                Integer.parseInt(need("maxAttempts")),
                Duration.ofMillis(Long.parseLong(need("delayMs"))),
                Duration.ofMillis(Long.parseLong(need("ttrMs"))),
                Instant.parse(need("createdAt")),
                instant("dueAt"),
                values.get("lease"),
                instant("leaseUntil"),
                values.get("reason"),
                need("contentType"),
                Collections.unmodifiableMap(headers),
                payload);
    }

    private String need(String name) throws IOException {
        String value = values.get(name);
        if (value == null) {
            throw new IOException("expected a job with '" + name + "', got one without");
        }
        return value;
    }

    private @Nullable Instant instant(String name) {
        String value = values.get(name);
        return value == null ? null : Instant.parse(value);
    }
}
