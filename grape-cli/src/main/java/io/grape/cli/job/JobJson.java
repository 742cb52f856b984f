package io.grape.cli.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Payloads;
import io.grape.cli.terminal.Output;
import io.grape.client.Job;
import io.grape.client.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A job as its words write it: the fields of the HTTP API. */
final class JobJson {
    /** What a table of jobs shows. */
    static final List<String> COLUMNS =
            List.of("id", "state", "priority", "attempt", "dueAt", "key", "labels", "reason", "payload");

    /** The same of jobs that are held. */
    static final List<String> LEASED_COLUMNS = List.of("id", "lease", "leaseUntil", "attempt", "payload");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JobJson() {}

    static ObjectNode of(Job<byte[]> job) {
        ObjectNode json = Output.item()
                .put("id", job.id())
                .put("tube", job.tube())
                .put("state", job.state().wireName())
                .put("priority", job.priority())
                .put("attempt", job.noe())
                .put("maxAttempts", job.maxAttempts())
                .put("delayMs", job.delay().toMillis())
                .put("ttrMs", job.ttr().toMillis())
                .put("createdAt", job.createdAt().toString());
        put(json, "dueAt", job.dueAt());
        put(json, "expiresAt", job.expiresAt());
        job.dedup().ifPresent(dedup -> json.put("dedupWindowMs", dedup.toMillis()));
        put(json, "debounceUntil", job.debounceUntil());
        job.lease().map(Lease::toString).ifPresent(lease -> json.put("lease", lease));
        put(json, "leaseUntil", job.leaseUntil());
        job.reason().ifPresent(reason -> json.put("reason", reason));
        job.key().ifPresent(key -> json.put("key", key));
        if (!job.labels().isEmpty()) {
            json.set("labels", MAPPER.valueToTree(job.labels()));
        }
        if (!job.headers().isEmpty()) {
            json.set("headers", MAPPER.valueToTree(job.headers()));
        }
        json.put("contentType", job.contentType());
        if (job.isPayloadHidden()) {
            json.put("payloadHidden", true);
        } else {
            payload(json, job.bytes(), job.contentType());
        }
        return json;
    }

    /** JSON as it is, text as a string, other bytes in Base64. */
    private static void payload(ObjectNode json, byte[] bytes, String contentType) {
        boolean isJson = Payloads.isJsonType(contentType);
        Optional<String> text = isJson ? Optional.empty() : Payloads.text(bytes);
        if (isJson && Payloads.isJson(bytes)) {
            Payloads.putJson(json, bytes);
        } else if (text.isPresent()) {
            json.put("payload", text.get());
        } else {
            json.put("payloadBase64", bytes);
        }
    }

    private static void put(ObjectNode json, String name, Optional<Instant> time) {
        time.ifPresent(value -> json.put(name, value.toString()));
    }
}
