package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.OperationFields;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads responses about operations. Unknown fields are ignored. */
final class OperationParser {
    /** The state of the jobs has another name in a response. */
    private static final Set<String> SETTINGS = OperationFields.SCHEMA.names().stream()
            .filter(name -> !name.equals(OperationFields.STATE.name()))
            .collect(Collectors.toUnmodifiableSet());

    private OperationParser() {}

    static OperationPage operations(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        return new OperationPage(
                all(json, "operations", OperationParser::operation),
                json.path("running").asLong(),
                given(json.path("next")));
    }

    static OperationStatus operation(byte[] body) throws IOException {
        return operation(ResponseParser.tree(body));
    }

    private static OperationStatus operation(JsonNode json) throws IOException {
        return new OperationStatus(
                text(json, "id"),
                settings(json),
                state(text(json, "state")),
                given(json.path("why")),
                json.path("matching").asLong(),
                json.path("done").asLong(),
                json.path("skipped").asLong(),
                json.path("failuresSince").asLong(),
                Instant.parse(text(json, "createdAt")),
                json.path("createdBy").asText(),
                instant(json.path("endedAt")),
                millis(json.path("etaMs")));
    }

    private static OperationStatus.State state(String name) {
        return Arrays.stream(OperationStatus.State.values())
                .filter(state -> state.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(OperationStatus.State.UNKNOWN);
    }

    private static OperationSettings settings(JsonNode json) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", text(json, "from"));
        fields.putAll(ResponseParser.settings(json, SETTINGS));
        return new OperationSettings(fields);
    }
}
