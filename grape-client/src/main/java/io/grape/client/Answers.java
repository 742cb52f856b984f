package io.grape.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.transport.Problem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the answers that are small. What this client does not know in them is passed over. */
final class Answers {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Answers() {}

    static Produced produced(byte[] body) throws IOException {
        return produced(MAPPER.readTree(body));
    }

    private static Produced produced(JsonNode json) {
        return new Produced(
                json.path("id").asText(),
                json.path("created").asBoolean(),
                JobState.of(json.path("state").asText()),
                instant(json.path("dueAt")));
    }

    /** Of a call for many, in order. */
    static List<Result<Produced>> allProduced(byte[] body) throws IOException {
        return results(body, Answers::produced);
    }

    private static Acknowledged acknowledged(JsonNode json) {
        return new Acknowledged(
                json.path("id").asText(),
                JobState.of(json.path("state").asText()),
                instant(json.path("dueAt")),
                instant(json.path("leaseUntil")));
    }

    /** Of a call for many, in order. */
    static List<Result<Acknowledged>> allAcknowledged(byte[] body) throws IOException {
        return results(body, Answers::acknowledged);
    }

    private static <T> List<Result<T>> results(byte[] body, Function<JsonNode, T> value) throws IOException {
        List<Result<T>> results = new ArrayList<>();
        for (JsonNode item : MAPPER.readTree(body).path("results")) {
            JsonNode error = item.path("error");
            results.add(
                    error.isMissingNode()
                            ? Result.of(value.apply(item))
                            : Result.failed(Problem.refusal(
                                    error.path("code").asText(),
                                    error.path("detail").asText(),
                                    null)));
        }
        return results;
    }

    static int kicked(byte[] body) throws IOException {
        return MAPPER.readTree(body).path("kicked").asInt();
    }

    static TubeStatus tube(byte[] body) throws IOException {
        return tube(MAPPER.readTree(body));
    }

    static TubePage tubes(byte[] body) throws IOException {
        JsonNode json = MAPPER.readTree(body);
        List<TubeStatus> tubes = new ArrayList<>();
        json.path("tubes").forEach(tube -> tubes.add(tube(tube)));
        return new TubePage(tubes, json.path("next").asText(null));
    }

    private static TubeStatus tube(JsonNode json) {
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
        JsonNode oldest = json.path("oldestReadyMs");
        return new TubeStatus(
                json.path("name").asText(),
                new TubeSettings(
                        Duration.ofMillis(settings.path("ttrMs").asLong()),
                        settings.path("maxAttempts").asInt()),
                paused.isObject()
                        ? new TubeStatus.Pause(
                                instant(paused.path("until")),
                                paused.path("reason").asText(null))
                        : null,
                counts,
                totals,
                oldest.isNumber() ? Duration.ofMillis(oldest.asLong()) : null,
                instant(json.path("nextDueAt")));
    }

    private static @Nullable Instant instant(JsonNode json) {
        return json.isTextual() ? Instant.parse(json.asText()) : null;
    }
}
