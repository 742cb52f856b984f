package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.need;
import static io.grape.client.ResponseParser.text;
import static io.grape.client.ResponseParser.tree;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads responses about tubes, their keys and their gates. Unknown fields are ignored. */
final class TubeParser {
    private TubeParser() {}

    static TubeStatus tube(byte[] body) throws IOException {
        return tube(tree(body));
    }

    static TubeScale scale(byte[] body) throws IOException {
        JsonNode json = tree(body);
        return new TubeScale(
                need(json, "ready", JsonNode::isNumber).asLong(),
                millis(json.path("oldestReadyMs")),
                need(json, "workers", JsonNode::isNumber).asLong());
    }

    static TubePage tubes(byte[] body) throws IOException {
        JsonNode json = tree(body);
        return new TubePage(
                all(json, "tubes", TubeParser::tube), json.path("next").asText(null));
    }

    static Map<JobState, Long> counts(JsonNode json) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        json.properties()
                .forEach(count ->
                        counts.put(JobState.of(count.getKey()), count.getValue().asLong()));
        return counts;
    }

    static TubeStatus tube(JsonNode json) throws IOException {
        Map<String, Long> totals = new LinkedHashMap<>();
        json.path("totals")
                .properties()
                .forEach(total -> totals.put(total.getKey(), total.getValue().asLong()));
        JsonNode paused = json.path("paused");
        return new TubeStatus(
                text(json, "name"),
                TubeSettings.ofResponse(json.path("settings")),
                paused.isObject()
                        ? new TubeStatus.Pause(
                                instant(paused.path("until")),
                                paused.path("reason").asText(null))
                        : null,
                counts(json.path("counts")),
                totals,
                json.path("kept").asLong(),
                json.path("keptBytes").asLong(),
                millis(json.path("oldestReadyMs")),
                instant(json.path("nextDueAt")));
    }

    static KeyStatus key(byte[] body) throws IOException {
        return key(tree(body));
    }

    static KeyPage keys(byte[] body) throws IOException {
        JsonNode json = tree(body);
        return new KeyPage(all(json, "keys", TubeParser::key), json.path("next").asText(null));
    }

    private static KeyStatus key(JsonNode json) throws IOException {
        return new KeyStatus(
                text(json, "key"),
                KeyOverride.fromJson(json),
                json.path("overridden").asBoolean(),
                number(json.path("producedWeight")),
                json.path("waiting").asLong(),
                json.path("held").asLong(),
                millis(json.path("oldestReadyMs")));
    }

    static List<GateStatus> gates(byte[] body) throws IOException {
        return all(tree(body), "gates", TubeParser::gate);
    }

    static GateStatus gate(byte[] body) throws IOException {
        return gate(tree(body));
    }

    private static GateStatus gate(JsonNode json) throws IOException {
        return new GateStatus(
                text(json, "name"),
                new GateSettings(
                        match(json.path("match")),
                        GateMode.of(json.path("mode").asText()),
                        instant(json.path("until")),
                        given(json.path("reason"))),
                json.path("state").asText().equals("lifting"),
                instant(json.path("since")),
                given(json.path("by")),
                json.path("held").asLong(),
                json.path("dropped").asLong(),
                json.path("buried").asLong());
    }

    private static GateMatch match(JsonNode json) {
        if (json.has("key")) {
            return GateMatch.key(json.path("key").asText());
        }
        return json.has("label") ? GateMatch.label(json.path("label").asText()) : GateMatch.ALL;
    }

    private static @Nullable Double number(JsonNode json) {
        return json.isNumber() ? json.asDouble() : null;
    }
}
