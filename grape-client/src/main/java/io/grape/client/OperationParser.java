package io.grape.client;

import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.need;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads responses about operations. Unknown fields are ignored. */
final class OperationParser {
    private static final Set<String> SETTINGS = Set.of(
            "kind",
            "tube",
            "reason",
            "dueFrom",
            "dueTo",
            "key",
            "label",
            "limit",
            "perSecond",
            "delayMs",
            "to",
            "stopAfterFailures");

    private OperationParser() {}

    static OperationPage operations(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        List<OperationStatus> operations = new ArrayList<>();
        for (JsonNode operation : need(json, "operations", JsonNode::isArray)) {
            operations.add(operation(operation));
        }
        return new OperationPage(operations, json.path("running").asLong(), given(json.path("next")));
    }

    static OperationStatus operation(byte[] body) throws IOException {
        return operation(ResponseParser.tree(body));
    }

    private static OperationStatus operation(JsonNode json) throws IOException {
        return new OperationStatus(
                need(json, "id", JsonNode::isTextual).asText(),
                settings(json),
                state(need(json, "state", JsonNode::isTextual).asText()),
                given(json.path("why")),
                json.path("matching").asLong(),
                json.path("done").asLong(),
                json.path("skipped").asLong(),
                json.path("failuresSince").asLong(),
                Instant.parse(need(json, "createdAt", JsonNode::isTextual).asText()),
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

    /** The state of the jobs has another name in a response. */
    private static OperationSettings settings(JsonNode json) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", need(json, "from", JsonNode::isTextual).asText());
        json.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (SETTINGS.contains(field.getKey()) && !value.isNull()) {
                fields.put(field.getKey(), value.isNumber() ? value.asLong() : value.asText());
            }
        });
        return new OperationSettings(fields);
    }
}
