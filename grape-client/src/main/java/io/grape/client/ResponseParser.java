package io.grape.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads small responses. Unknown fields are ignored. */
final class ResponseParser {
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.factory().build());
    private static final int NO_CONTENT = 204;

    private ResponseParser() {}

    static JsonNode tree(byte[] body) throws IOException {
        return MAPPER.readTree(body);
    }

    private static @Nullable Cancellation cancelled(JsonNode json) {
        Instant at = instant(json.path("at"));
        return at == null ? null : new Cancellation(at, json.path("reason").asText(""));
    }

    /** The wish that a consumer stops. */
    static Cancellation cancelled(byte[] body) throws IOException {
        Cancellation cancelled = cancelled(tree(body).path("cancelled"));
        if (cancelled == null) {
            throw new IOException("expected an object with 'cancelled', got something else");
        }
        return cancelled;
    }

    /** Checks the response to a finish, and reads the jobs that came with it. */
    static JobReader.Jobs finished(byte[] body) throws IOException {
        String state = text(tree(body), "state");
        if (JobState.of(state) != JobState.FINISHED) {
            throw new IOException("expected the state finished, got " + state);
        }
        return JobReader.nextJobs(body);
    }

    static int kicked(byte[] body) throws IOException {
        return need(tree(body), "kicked", JsonNode::isInt).asInt();
    }

    /** Checks a response without a body. A proxy may respond with another status. */
    static void done(BrokerResponse response) throws IOException {
        if (response.status() != NO_CONTENT) {
            throw new IOException("expected status " + NO_CONTENT + ", got " + response.status());
        }
    }

    static JsonNode need(JsonNode json, String name, Predicate<JsonNode> kind) throws IOException {
        JsonNode value = json.path(name);
        if (!kind.test(value)) {
            throw new IOException("expected an object with '" + name + "', got something else");
        }
        return value;
    }

    static String text(JsonNode json, String name) throws IOException {
        return need(json, name, JsonNode::isTextual).asText();
    }

    /** What is in an array, in order. */
    static <T> List<T> all(JsonNode json, String name, Futures.Reading<JsonNode, T> reading) throws IOException {
        List<T> all = new ArrayList<>();
        for (JsonNode item : need(json, name, JsonNode::isArray)) {
            all.add(reading.read(item));
        }
        return all;
    }

    /** The fields of these names that have a value, as they are set. */
    static Map<String, Object> settings(JsonNode json, Set<String> names) {
        Map<String, Object> fields = new LinkedHashMap<>();
        json.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (names.contains(field.getKey()) && !value.isNull()) {
                fields.put(
                        field.getKey(),
                        value.isNumber() ? value.asLong() : value.isBoolean() ? value.asBoolean() : value.asText());
            }
        });
        return fields;
    }

    /** The state of a job that has not finished. */
    static JobState state(byte[] body) throws IOException {
        return JobState.of(text(MAPPER.readTree(body), "state"));
    }

    /** A text; null if it is empty or absent. */
    static @Nullable String given(JsonNode json) {
        return json.asText().isEmpty() || json.isNull() ? null : json.asText();
    }

    static @Nullable Duration millis(JsonNode json) {
        return json.isNumber() ? Duration.ofMillis(json.asLong()) : null;
    }

    static @Nullable Instant instant(JsonNode json) {
        return json.isTextual() ? WireTime.parse(json.asText()) : null;
    }
}
