package io.grape.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.KeySettings.OnFailure;
import io.grape.client.KeySettings.Order;
import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    static Produced produced(byte[] body) throws IOException {
        return produced(tree(body));
    }

    private static Produced produced(JsonNode json) throws IOException {
        return new Produced(
                need(json, "id", JsonNode::isTextual).asText(),
                need(json, "created", JsonNode::isBoolean).asBoolean(),
                JobState.of(need(json, "state", JsonNode::isTextual).asText()),
                instant(json.path("dueAt")),
                json.path("successor").asBoolean());
    }

    /** Of a call for many, in order. */
    static List<Result<Produced>> allProduced(byte[] body) throws IOException {
        return results(body, ResponseParser::produced);
    }

    private static Acknowledged acknowledged(JsonNode json) throws IOException {
        return new Acknowledged(
                need(json, "id", JsonNode::isTextual).asText(),
                JobState.of(need(json, "state", JsonNode::isTextual).asText()),
                instant(json.path("dueAt")),
                instant(json.path("leaseUntil")),
                cancelled(json.path("cancelled")),
                json.path("successor").asBoolean());
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

    /** Of a call for many, in order. */
    static List<Result<Acknowledged>> allAcknowledged(byte[] body) throws IOException {
        return results(body, ResponseParser::acknowledged);
    }

    private static <T> List<Result<T>> results(byte[] body, Futures.Reading<JsonNode, T> value) throws IOException {
        List<Result<T>> results = new ArrayList<>();
        for (JsonNode item : need(tree(body), "results", JsonNode::isArray)) {
            JsonNode error = item.path("error");
            results.add(
                    error.isMissingNode()
                            ? Result.of(value.read(item))
                            : Result.failed(GrapeException.of(
                                            error.path("code").asText(),
                                            error.path("detail").asText(),
                                            null,
                                            null)
                                    .ofJob(item.path("id").asText(null))));
        }
        return results;
    }

    /** Checks the response to a finish, and reads the jobs that came with it. */
    static JobReader.Jobs finished(byte[] body) throws IOException {
        String state = need(tree(body), "state", JsonNode::isTextual).asText();
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
        List<TubeStatus> tubes = new ArrayList<>();
        for (JsonNode tube : need(json, "tubes", JsonNode::isArray)) {
            tubes.add(tube(tube));
        }
        return new TubePage(tubes, json.path("next").asText(null));
    }

    private static TubeStatus tube(JsonNode json) throws IOException {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        json.path("counts")
                .properties()
                .forEach(count ->
                        counts.put(JobState.of(count.getKey()), count.getValue().asLong()));
        Map<String, Long> totals = new LinkedHashMap<>();
        json.path("totals")
                .properties()
                .forEach(total -> totals.put(total.getKey(), total.getValue().asLong()));
        JsonNode settings = json.path("settings");
        JsonNode paused = json.path("paused");
        return new TubeStatus(
                need(json, "name", JsonNode::isTextual).asText(),
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
                counts,
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

    /** The state of a job that has not finished. */
    static JobState state(byte[] body) throws IOException {
        return JobState.of(
                need(MAPPER.readTree(body), "state", JsonNode::isTextual).asText());
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
        List<KeyStatus> keys = new ArrayList<>();
        for (JsonNode key : need(json, "keys", JsonNode::isArray)) {
            keys.add(key(key));
        }
        return new KeyPage(keys, json.path("next").asText(null));
    }

    private static KeyStatus key(JsonNode json) throws IOException {
        return new KeyStatus(
                need(json, "key", JsonNode::isTextual).asText(),
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
        List<GateStatus> gates = new ArrayList<>();
        for (JsonNode gate : need(tree(body), "gates", JsonNode::isArray)) {
            gates.add(gate(gate));
        }
        return gates;
    }

    static GateStatus gate(byte[] body) throws IOException {
        return gate(tree(body));
    }

    private static GateStatus gate(JsonNode json) throws IOException {
        return new GateStatus(
                need(json, "name", JsonNode::isTextual).asText(),
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

    /** A text; null if it is empty or absent. */
    static @Nullable String given(JsonNode json) {
        return json.asText().isEmpty() || json.isNull() ? null : json.asText();
    }

    static @Nullable Duration millis(JsonNode json) {
        return json.isNumber() ? Duration.ofMillis(json.asLong()) : null;
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

    static @Nullable Instant instant(JsonNode json) {
        return json.isTextual() ? Instant.parse(json.asText()) : null;
    }
}
