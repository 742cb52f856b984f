package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.cli.terminal.UsageException;
import io.grape.client.NewJob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A job in a line of JSON, with the fields of {@code POST /v1/tubes/{tube}/jobs}. A line that another word wrote is one, too: what
 * only a live job has is ignored.
 */
final class JobLine {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    private static final Set<String> OF_LIVE_JOBS =
            Set.of("tube", "state", "noe", "createdAt", "lease", "leaseUntil", "reason", "contentType");

    private final JsonNode json;
    private final long number;

    private JobLine(JsonNode json, long number) {
        this.json = json;
        this.number = number;
    }

    /**
     * Reads a line.
     *
     * @param number of the line, for messages
     */
    static JobLine of(String text, long number) {
        try {
            JsonNode json = MAPPER.readTree(text);
            if (json.isObject()) {
                return new JobLine(json, number);
            }
        } catch (JsonProcessingException e) {
            throw new UsageException("line " + number + ": expected a JSON object, got something else");
        }
        throw new UsageException("line " + number + ": expected a JSON object, got another JSON value");
    }

    /** The bytes of its payload. */
    byte[] payload() {
        try {
            if (json.path("payload").isTextual() && !RawTube.isJson(contentType())) {
                return json.get("payload").textValue().getBytes(UTF_8);
            }
            return json.has("payload")
                    ? MAPPER.writeValueAsBytes(json.get("payload"))
                    : json.has("payloadBase64") ? json.get("payloadBase64").binaryValue() : new byte[0];
        } catch (IOException e) {
            throw wrong("payloadBase64", "Base64");
        }
    }

    /** Its content type, or else what its payload is. */
    String contentType() {
        return json.hasNonNull("contentType")
                ? text("contentType", json.get("contentType"))
                : json.has("payload") ? "application/json" : "application/octet-stream";
    }

    /** A job that has what this line says, and for the rest is as the other. */
    NewJob<byte[]> apply(NewJob<byte[]> usual) {
        NewJob<byte[]> job = usual;
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            job = field.getValue().isNull() ? job : with(job, field.getKey(), field.getValue());
        }
        return job;
    }

    private NewJob<byte[]> with(NewJob<byte[]> job, String name, JsonNode value) {
        return switch (name) {
            case "payload", "payloadBase64" -> job;
            case "id" -> job.id(text(name, value));
            case "delayMs" -> json.hasNonNull("dueAt") ? job : job.delay(time(name, value));
            case "dueAt" -> job.at(instant(name, value));
            case "ttrMs" -> job.ttr(time(name, value));
            case "priority" -> job.priority(number(name, value));
            case "maxAttempts" -> job.maxAttempts((int) Math.min(Integer.MAX_VALUE, number(name, value)));
            case "dedupMs" -> job.dedup(time(name, value));
            case "expireInMs" -> job.expireIn(time(name, value));
            case "expiresAt" -> job.expiresAt(instant(name, value));
            case "key" -> job.key(text(name, value));
            case "labels" -> job.labels(labels(value));
            case "headers" -> headers(job, value);
            default -> {
                if (!OF_LIVE_JOBS.contains(name)) {
                    throw new UsageException("line " + number + ": " + name + ": no such field of a job");
                }
                yield job;
            }
        };
    }

    private String[] labels(JsonNode value) {
        List<String> labels = new ArrayList<>();
        value.forEach(label -> labels.add(text("labels", label)));
        return labels.toArray(String[]::new);
    }

    private NewJob<byte[]> headers(NewJob<byte[]> plain, JsonNode value) {
        NewJob<byte[]> job = plain;
        for (Map.Entry<String, JsonNode> header : value.properties()) {
            job = job.header(header.getKey(), text("headers", header.getValue()));
        }
        return job;
    }

    private String text(String name, JsonNode value) {
        if (!value.isTextual()) {
            throw wrong(name, "a text");
        }
        return value.textValue();
    }

    private long number(String name, JsonNode value) {
        if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
            throw wrong(name, "a whole number");
        }
        return value.longValue();
    }

    private Duration time(String name, JsonNode value) {
        return Duration.ofMillis(number(name, value));
    }

    private Instant instant(String name, JsonNode value) {
        try {
            return Instant.parse(text(name, value));
        } catch (DateTimeParseException e) {
            throw wrong(name, "a time such as 2027-01-01T08:00:00Z");
        }
    }

    private UsageException wrong(String name, String expected) {
        return new UsageException("line " + number + ": " + name + ": expected " + expected + ", got something else");
    }
}
