package io.grape.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    /** The state of a job that has not finished. */
    static JobState state(byte[] body) throws IOException {
        return JobState.of(
                need(MAPPER.readTree(body), "state", JsonNode::isTextual).asText());
    }

    /** A text; null if it is empty or absent. */
    static @Nullable String given(JsonNode json) {
        return json.asText().isEmpty() || json.isNull() ? null : json.asText();
    }

    static @Nullable Duration millis(JsonNode json) {
        return json.isNumber() ? Duration.ofMillis(json.asLong()) : null;
    }

    static @Nullable Instant instant(JsonNode json) {
        return json.isTextual() ? Instant.parse(json.asText()) : null;
    }
}
