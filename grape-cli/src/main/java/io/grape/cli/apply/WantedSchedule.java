package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Payloads;
import io.grape.cli.terminal.Output;
import io.grape.client.NewJob;
import io.grape.client.ScheduleSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A schedule of a file. */
final class WantedSchedule {
    private static final Set<String> OF_JOB = Set.of(
            "payload",
            "payloadBase64",
            "contentType",
            "headers",
            "key",
            "labels",
            "weight",
            "priority",
            "ttrMs",
            "maxAttempts");
    private static final long HOUR = 3_600_000;
    private static final long USUAL_PRIORITY = 1024;

    private final ObjectNode fields;

    WantedSchedule(ObjectNode fields) {
        this.fields = fields;
    }

    ScheduleSettings settings() {
        return ScheduleSettings.of(ofTiming());
    }

    private Map<String, Object> ofTiming() {
        Map<String, Object> timing = new LinkedHashMap<>();
        fields.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (!OF_JOB.contains(field.getKey()) && !value.isNull()) {
                timing.put(
                        field.getKey(),
                        value.isNumber() ? value.asLong() : value.isBoolean() ? value.asBoolean() : value.asText());
            }
        });
        return timing;
    }

    /** Without what a preview does not know. */
    ScheduleSettings timing() {
        Map<String, Object> timing = ofTiming();
        timing.remove("paused");
        return ScheduleSettings.of(timing);
    }

    String contentType() {
        if (fields.has("contentType")) {
            return fields.path("contentType").asText();
        }
        return fields.has("payload") ? "application/json" : "application/octet-stream";
    }

    private byte[] payload() {
        if (fields.has("payload")) {
            return Payloads.bytes(fields.path("payload"));
        }
        return Base64.getDecoder().decode(fields.path("payloadBase64").asText(""));
    }

    NewJob<byte[]> job() {
        List<String> labels = new ArrayList<>();
        fields.path("labels").forEach(label -> labels.add(label.asText()));
        NewJob<byte[]> job = NewJob.of(payload()).labels(labels.toArray(String[]::new));
        for (Map.Entry<String, JsonNode> header : fields.path("headers").properties()) {
            job = job.header(header.getKey(), header.getValue().asText());
        }
        job = given("key") ? job.key(fields.path("key").asText()) : job;
        job = given("weight") ? job.weight(fields.path("weight").asDouble()) : job;
        job = given("ttrMs") ? job.ttr(Duration.ofMillis(fields.path("ttrMs").asLong())) : job;
        job = given("priority") ? job.priority(fields.path("priority").asLong()) : job;
        return given("maxAttempts") ? job.maxAttempts(Typed.toInt(fields.path("maxAttempts"))) : job;
    }

    private boolean given(String name) {
        return fields.hasNonNull(name);
    }

    /** As a broker shows it. */
    ObjectNode withDefaults() {
        ObjectNode json = Output.item();
        if (given("cron")) {
            json.put("timeZone", "UTC").put("gap", "next").put("overlap", "first");
        } else {
            json.put("anchor", "1970-01-01T00:00:00.000Z");
        }
        json.put("windowMs", 0L).put("missed", "one").put("whileRunning", "allow");
        if (fields.path("missed").asText().equals("all")) {
            json.put("missedWithinMs", HOUR);
        }
        json.put("priority", USUAL_PRIORITY).put("contentType", contentType());
        fields.properties().forEach(field -> {
            if (!field.getValue().isNull() || field.getKey().equals("payload")) {
                json.set(field.getKey(), field.getValue());
            }
        });
        if (fields.path("labels").isEmpty()) {
            json.remove("labels");
        }
        return Payloads.readAgain(json);
    }
}
