package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads responses of monitoring. Unknown fields are ignored. */
final class MonitoringParser {
    private static final double NANOS_OF_MILLI = 1e6;

    private MonitoringParser() {}

    static Explanation explanation(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        return new Explanation(
                JobState.of(text(json, "state")),
                text(json, "reason"),
                json.path("detail").asText(),
                json.toString());
    }

    static FailurePage failures(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        List<FailureGroup> groups = new ArrayList<>();
        for (JsonNode group : json.path("groups")) {
            groups.add(new FailureGroup(
                    text(group, "signature"),
                    group.path("count").asLong(),
                    Instant.parse(text(group, "firstAt")),
                    Instant.parse(text(group, "lastAt")),
                    group.path("sample").path("id").asText(),
                    group.path("sample").path("reason").asText()));
        }
        return new FailurePage(
                groups, json.path("searched").asLong(), json.path("of").asLong(), given(json.path("next")));
    }

    static Overview overview(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        JsonNode tubes = json.path("tubes");
        List<OverviewProblem> attention = new ArrayList<>();
        for (JsonNode problem : json.path("attention")) {
            attention.add(problem(problem));
        }
        return new Overview(
                Instant.parse(text(json, "at")),
                tubes.path("count").asInt(),
                tubes.path("counted").asInt(),
                tubes.path("paused").asInt(),
                TubeParser.counts(json.path("counts")),
                rates(json.path("perSecond")),
                lateness(json.path("lateness")),
                oldest(json.path("oldestReady")),
                attention,
                json.path("brokers").path("alive").asInt(),
                json.path("brokers").path("lost").asInt(),
                partOfMillis(json.path("redis").path("pingMs")),
                json.path("health").asText());
    }

    private static OverviewProblem problem(JsonNode json) {
        Map<String, String> detail = new LinkedHashMap<>();
        json.path("detail")
                .properties()
                .forEach(field -> detail.put(field.getKey(), field.getValue().asText()));
        if (json.has("cause")) {
            detail.put("cause", json.path("cause").asText());
        }
        return new OverviewProblem(
                json.path("level").asText().equals("bad"),
                json.path("code").asText(),
                given(json.path("tube")),
                detail);
    }

    private static Overview.@Nullable OldestReady oldest(JsonNode json) {
        Duration since = millis(json.path("ms"));
        return since == null ? null : new Overview.OldestReady(json.path("tube").asText(), since);
    }

    private static @Nullable Lateness lateness(JsonNode json) {
        return json.isObject()
                ? new Lateness(
                        Duration.ofMillis(json.path("p50Ms").asLong()),
                        Duration.ofMillis(json.path("p95Ms").asLong()),
                        Duration.ofMillis(json.path("p99Ms").asLong()),
                        json.path("samples").asLong())
                : null;
    }

    private static Map<String, Double> rates(JsonNode json) {
        Map<String, Double> rates = new LinkedHashMap<>();
        json.properties()
                .forEach(rate -> rates.put(rate.getKey(), rate.getValue().asDouble()));
        return rates;
    }

    private static @Nullable Duration partOfMillis(JsonNode json) {
        return json.isNumber() ? Duration.ofNanos(Math.round(json.asDouble() * NANOS_OF_MILLI)) : null;
    }

    static List<BrokerStatus> brokers(byte[] body) throws IOException {
        return all(ResponseParser.tree(body), "brokers", MonitoringParser::broker);
    }

    private static BrokerStatus broker(JsonNode json) throws IOException {
        return new BrokerStatus(
                text(json, "id"),
                json.path("alive").asBoolean(),
                instant(json.path("heartbeatAt")),
                json.path("version").asText(),
                json.path("host").asText(),
                json.path("httpPort").asInt(),
                instant(json.path("startedAt")),
                json.path("parked").asLong(),
                json.path("connections").asLong(),
                json.path("requestsPerSecond").asDouble(),
                rates(json.path("shedPerSecond")),
                partOfMillis(json.path("redisMs")));
    }

    static TubeActivityPage tubes(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        return new TubeActivityPage(all(json, "tubes", MonitoringParser::tube), given(json.path("next")));
    }

    private static TubeActivity tube(JsonNode json) throws IOException {
        JsonNode activity = json.path("activity");
        return new TubeActivity(
                TubeParser.tube(json),
                minutes(activity.path("produced")),
                minutes(activity.path("finished")),
                rates(activity.path("perSecond")),
                lateness(activity.path("lateness")),
                json.path("latenessTargetMissed").asBoolean());
    }

    private static List<Long> minutes(JsonNode json) {
        List<Long> minutes = new ArrayList<>();
        json.forEach(minute -> minutes.add(minute.asLong()));
        return minutes;
    }
}
