package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.need;
import static io.grape.client.ResponseParser.text;
import static io.grape.client.ResponseParser.tree;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.client.KeySettings.OnFailure;
import io.grape.client.KeySettings.Order;
import java.io.IOException;
import java.time.Duration;
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
        JsonNode settings = json.path("settings");
        JsonNode paused = json.path("paused");
        return new TubeStatus(
                text(json, "name"),
                new TubeSettings(
                        Duration.ofMillis(settings.path("ttrMs").asLong()),
                        settings.path("maxAttempts").asInt(),
                        limits(settings.path("limits")),
                        keySettings(settings.path("keys")),
                        retry(settings.path("retry")),
                        Duration.ofMillis(settings.path("dedupMs").asLong()),
                        keep(settings),
                        Duration.ofMillis(settings.path("expireMs").asLong()),
                        settings.path("expireTo").asText().equals("bury") ? ExpireTo.BURY : ExpireTo.DROP,
                        Duration.ofMillis(settings.path("latenessTargetMs").asLong())),
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

    private static TubeLimits limits(JsonNode json) {
        return new TubeLimits(
                small(json.path("concurrency")),
                number(json.path("perSecond")),
                small(json.path("burst")),
                whole(json.path("maxJobs")),
                whole(json.path("maxBytes")));
    }

    /** What a broker does not say is as usual. */
    private static KeepSettings keep(JsonNode settings) {
        return new KeepSettings(
                Duration.ofMillis(settings.path("keepFinishedMs").asLong()),
                settings.path("keepFinishedMost").asInt(10_000_000),
                settings.path("keepFinishedBytes").asLong(),
                settings.path("keepPayload").asBoolean(),
                settings.path("resultMaxBytes").asInt(65_536));
    }

    private static RetrySettings retry(JsonNode json) {
        return json.isObject()
                ? new RetrySettings(
                        Duration.ofMillis(json.path("firstMs").asLong()),
                        Duration.ofMillis(json.path("mostMs").asLong()),
                        json.path("factor").asDouble(),
                        json.path("jitter").asDouble())
                : RetrySettings.NONE;
    }

    private static KeySettings keySettings(JsonNode json) {
        if (!json.isObject()) {
            return KeySettings.OFF;
        }
        boolean byTime = json.path("fairBy").asText().equals("time");
        Order fair = byTime ? Order.TIME : Order.JOBS;
        return new KeySettings(
                json.path("fair").asBoolean() ? fair : Order.DUE_TIME,
                small(json.path("concurrency")),
                number(json.path("perSecond")),
                small(json.path("burst")),
                json.path("ordered").asBoolean(),
                json.path("onFailure").asText().equals("block") ? OnFailure.BLOCK : OnFailure.SKIP,
                whole(json.path("maxJobs")));
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
                new KeyOverride(
                        number(json.path("weight")),
                        small(json.path("concurrency")),
                        number(json.path("perSecond")),
                        small(json.path("burst")),
                        whole(json.path("maxJobs")),
                        json.path("paused").asBoolean()),
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

    private static @Nullable Integer small(JsonNode json) {
        return json.isNumber() ? json.asInt() : null;
    }

    private static @Nullable Double number(JsonNode json) {
        return json.isNumber() ? json.asDouble() : null;
    }

    private static @Nullable Long whole(JsonNode json) {
        return json.isNumber() ? json.asLong() : null;
    }
}
