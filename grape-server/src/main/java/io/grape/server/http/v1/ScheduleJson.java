package io.grape.server.http.v1;

import io.grape.catalog.ScheduleFields;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.Fell;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.LastRun;
import io.grape.core.schedule.Occurrence;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.core.schedule.Timing;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Schedules as JSON. */
final class ScheduleJson {
    static final Set<String> FIELDS = fields();

    private static final JobId ANY = new JobId("any");
    private static final int NEXT = 5;
    /** Bytes for the name of the payload, and the closing brace. */
    private static final int MORE = 12;

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    private ScheduleJson() {}

    private static Set<String> fields() {
        Set<String> all = new HashSet<>(ScheduleFields.SCHEMA.names());
        all.addAll(Set.of(
                "paused",
                "payload",
                "payloadBase64",
                "contentType",
                "ttrMs",
                "priority",
                "maxAttempts",
                "key",
                "labels",
                "weight",
                "headers"));
        return Set.copyOf(all);
    }

    static ScheduleRequest read(JsonFields given, int maxPayload) {
        boolean hasPayload = given.has("payload") || given.has("payloadBase64");
        Payload payload = hasPayload ? PayloadParser.ofFields(given) : PayloadParser.ofBody(new byte[0], null);
        PayloadParser.checkSize(payload, maxPayload);
        NewJob job = JobParser.of(ANY, payload, JobHeaders.ofFields(given), given);
        return new ScheduleRequest(
                spec(given),
                given.has("paused") ? given.flag("paused") : null,
                new JobTemplate(
                        job.payload(),
                        job.tags(),
                        job.weight(),
                        job.headers(),
                        job.ttr(),
                        job.priority(),
                        job.maxAttempts()));
    }

    /** Reads when a schedule occurs. */
    static ScheduleSpec spec(JsonFields given) {
        return ScheduleSpec.of(ScheduleFields.SCHEMA.read(given, "", GrapeException::badValue));
    }

    /** Shows a schedule in a list, with its next occurrence, and without its template. */
    static JsonObject listed(ScheduleStatus schedule) {
        return of(schedule, 1);
    }

    /**
     * Shows a schedule with its template.
     *
     * @param whole true if the caller may see payloads
     */
    static Buffer whole(ScheduleStatus schedule, boolean whole) {
        JsonObject json = of(schedule, NEXT);
        JobTemplate template = schedule.template();
        if (template == null) {
            return json.toBuffer();
        }
        put(json, template, whole);
        Payload payload = template.payload();
        return whole && payload.isJson() ? withRaw(json, payload.bytes()) : json.toBuffer();
    }

    /** Adds a payload that is JSON, byte for byte as it was sent. */
    private static Buffer withRaw(JsonObject json, byte[] payload) {
        Buffer tree = json.toBuffer();
        return Buffer.buffer(tree.length() + payload.length + MORE)
                .appendBuffer(tree, 0, tree.length() - 1)
                .appendString(",\"payload\":")
                .appendBytes(payload)
                .appendByte((byte) '}');
    }

    private static JsonObject of(ScheduleStatus schedule, int next) {
        JsonObject json = new JsonObject()
                .put("name", schedule.name())
                .put("state", schedule.state().wireName())
                .put("rev", schedule.rev());
        ScheduleFields.SCHEMA.toJson(schedule.spec().values()).forEach(json::put);
        return json.put("paused", schedule.state() == ScheduleState.PAUSED)
                .put("next", instants(schedule.next(next)))
                .put("last", last(schedule.last(), schedule.lastSkipped()))
                .put("created", schedule.made())
                .put("runs", schedule.runs())
                .put("skipped", schedule.skipped())
                .put("failures", schedule.failures());
    }

    private static JsonArray instants(List<Instant> instants) {
        JsonArray all = new JsonArray();
        instants.forEach(instant -> all.add(Rfc3339.text(instant)));
        return all;
    }

    private static @Nullable JsonObject last(@Nullable LastRun run, @Nullable SkippedOccurrence skipped) {
        if (run == null && skipped == null) {
            return null;
        }
        JsonObject json = new JsonObject();
        if (run != null) {
            Instant delivered = run.deliveredAt();
            json.put("id", run.id().value())
                    .put("at", Rfc3339.text(run.at()))
                    .put("dueAt", Rfc3339.text(run.due()))
                    .put("state", run.state() == null ? "gone" : run.state().wireName())
                    .put("deliveredAt", Rfc3339.text(delivered))
                    .put(
                            "latenessMs",
                            delivered == null
                                    ? null
                                    : Math.max(
                                            0,
                                            Duration.between(run.due(), delivered)
                                                    .toMillis()));
        }
        return json.put(
                "skipped",
                skipped == null
                        ? null
                        : new JsonObject().put("at", Rfc3339.text(skipped.at())).put("reason", skipped.reason()));
    }

    private static void put(JsonObject json, JobTemplate template, boolean whole) {
        Duration ttr = template.ttr();
        json.put("ttrMs", ttr == null ? null : ttr.toMillis())
                .put("priority", template.priority())
                .put("maxAttempts", template.maxAttempts())
                .put("key", template.tags().key())
                .put("labels", new JsonArray(template.tags().labels()))
                .put("weight", template.weight())
                .put("contentType", template.payload().contentType());
        if (!whole) {
            json.put(JobJson.HIDDEN, true);
            return;
        }
        JsonObject headers = new JsonObject();
        template.headers().values().forEach(headers::put);
        json.put("headers", headers);
        if (!template.payload().isJson()) {
            json.put(
                    "payloadBase64",
                    Base64.getEncoder().encodeToString(template.payload().bytes()));
        }
    }

    static JsonObject of(Backfill done) {
        return new JsonObject()
                .put("created", done.made())
                .put("existing", done.kept())
                .put("refused", done.refused())
                .put("reason", done.reason());
    }

    static JsonObject preview(Timing timing, List<Occurrence> next) {
        JsonArray all = new JsonArray();
        for (Occurrence one : next) {
            Fell fell = timing.fellInto(one.at());
            all.add(new JsonObject()
                    .put("at", Rfc3339.text(one.at()))
                    .put(
                            "local",
                            LocalDateTime.ofInstant(one.at(), timing.zone()).format(LOCAL))
                    .put("offset", offset(timing, one.at()))
                    .put("fell", fell == Fell.NOTHING ? null : fell.wireName()));
        }
        return new JsonObject().put("next", all);
    }

    private static String offset(Timing timing, Instant at) {
        String id = timing.zone().getRules().getOffset(at).getId();
        return id.equals("Z") ? "+00:00" : id;
    }
}
