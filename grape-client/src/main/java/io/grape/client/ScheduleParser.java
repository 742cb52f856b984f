package io.grape.client;

import static io.grape.client.ResponseParser.all;
import static io.grape.client.ResponseParser.given;
import static io.grape.client.ResponseParser.instant;
import static io.grape.client.ResponseParser.millis;
import static io.grape.client.ResponseParser.need;
import static io.grape.client.ResponseParser.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.ScheduleFields;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads responses about schedules. Unknown fields are ignored. */
final class ScheduleParser {
    private static final Set<String> SETTINGS = Stream.concat(
                    ScheduleFields.SCHEMA.names().stream(), Stream.of("paused"))
            .collect(Collectors.toUnmodifiableSet());

    private ScheduleParser() {}

    static List<ScheduleStatus> schedules(byte[] body) throws IOException {
        return all(ResponseParser.tree(body), "schedules", ScheduleParser::schedule);
    }

    static ScheduleStatus schedule(byte[] body) throws IOException {
        return schedule(ResponseParser.tree(body));
    }

    private static ScheduleStatus schedule(JsonNode json) throws IOException {
        return new ScheduleStatus(
                text(json, "name"),
                state(json.path("state").asText()),
                new ScheduleSettings(ResponseParser.settings(json, SETTINGS)),
                json.path("rev").asLong(),
                instants(json.path("next")),
                last(json.path("last")),
                skipped(json.path("last").path("skipped")),
                json.path("created").asLong(),
                json.path("runs").asLong(),
                json.path("skipped").asLong(),
                json.path("failures").asLong());
    }

    private static ScheduleStatus.State state(String name) {
        return switch (name) {
            case "active" -> ScheduleStatus.State.ACTIVE;
            case "paused" -> ScheduleStatus.State.PAUSED;
            case "ended" -> ScheduleStatus.State.ENDED;
            default -> ScheduleStatus.State.UNKNOWN;
        };
    }

    private static List<Instant> instants(JsonNode json) {
        List<Instant> instants = new ArrayList<>();
        json.forEach(one -> instants.add(Instant.parse(one.asText())));
        return List.copyOf(instants);
    }

    private static ScheduleStatus.@Nullable LastRun last(JsonNode json) {
        if (!json.has("id")) {
            return null;
        }
        String state = json.path("state").asText();
        return new ScheduleStatus.LastRun(
                json.path("id").asText(),
                required(json, "at"),
                required(json, "dueAt"),
                state.equals("gone") ? null : JobState.of(state),
                instant(json.path("deliveredAt")),
                millis(json.path("latenessMs")));
    }

    private static Instant required(JsonNode json, String name) {
        return Objects.requireNonNull(instant(json.path(name)), name);
    }

    private static ScheduleStatus.@Nullable Skipped skipped(JsonNode json) {
        return json.isObject()
                ? new ScheduleStatus.Skipped(
                        required(json, "at"), json.path("reason").asText())
                : null;
    }

    static String run(byte[] body) throws IOException {
        return text(ResponseParser.tree(body), "id");
    }

    static Backfilled backfilled(byte[] body) throws IOException {
        JsonNode json = ResponseParser.tree(body);
        return new Backfilled(
                need(json, "created", JsonNode::isInt).asInt(),
                json.path("existing").asInt(),
                json.path("refused").asInt(),
                given(json.path("reason")));
    }

    static List<SchedulePreview> preview(byte[] body) throws IOException {
        return all(ResponseParser.tree(body), "next", ScheduleParser::occurrence);
    }

    private static SchedulePreview occurrence(JsonNode json) {
        String fell = given(json.path("fell"));
        return new SchedulePreview(
                required(json, "at"),
                LocalDateTime.parse(json.path("local").asText()),
                ZoneOffset.of(json.path("offset").asText()),
                fell == null ? null : SchedulePreview.Fell.valueOf(fell.toUpperCase(Locale.ROOT)));
    }
}
