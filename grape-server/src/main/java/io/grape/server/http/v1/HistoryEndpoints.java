package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.FailureGroup;
import io.grape.core.job.FailureGroups;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobHistory;
import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.memory.Memory;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has happened: to one job, and why jobs failed. */
public final class HistoryEndpoints implements Endpoints {
    private static final int DEFAULT_GROUPS = 20;

    private final JobHistories hindsight;

    public HistoryEndpoints(JobHistories hindsight) {
        this.hindsight = hindsight;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get("/v1/tubes/{tube}/jobs/{id}/history", Right.JOBS_READ, this::history),
                Endpoint.get("/v1/tubes/{tube}/failures", Right.JOBS_READ, this::failures)
                        .query("limit", "cursor"));
    }

    private Future<Response> history(Request request) {
        return request.await(hindsight.history(request.tube(), request.jobId()))
                .map(history -> Response.json(200, Json.write(json -> write(json, history)))
                        .notStored());
    }

    private static void write(JsonGenerator json, JobHistory history) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("events");
        for (JobEvent event : history.events()) {
            write(json, event);
        }
        json.writeEndArray();
        json.writeNumberField("dropped", history.dropped());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, JobEvent event) throws IOException {
        Lease lease = event.lease();
        Integer noe = event.noe();
        json.writeStartObject();
        json.writeStringField("at", Rfc3339.text(event.at()));
        json.writeStringField("what", event.what().wireName());
        if (event.reason() != null) {
            json.writeStringField("reason", event.reason());
        }
        if (event.reasonBytes() != null) {
            json.writeNumberField("reasonBytes", event.reasonBytes());
        }
        writeMillis(json, "delayMs", event.delay());
        if (lease != null) {
            json.writeStringField("lease", lease.toString());
        }
        if (noe != null) {
            json.writeNumberField("noe", noe);
        }
        writeMillis(json, "latenessMs", event.lateness());
        writeMillis(json, "ranMs", event.ran());
        json.writeEndObject();
    }

    private static void writeMillis(JsonGenerator json, String field, @Nullable Duration duration) throws IOException {
        if (duration != null) {
            json.writeNumberField(field, duration.toMillis());
        }
    }

    private Future<Response> failures(Request request) {
        Query query = request.query();
        int limit = (int) query.whole("limit", Bounds.BATCH, DEFAULT_GROUPS);
        String cursor = query.text("cursor");
        TubeName tube = request.tube();
        return request.awaitBytes(
                        Memory.mostFailures(limit), () -> hindsight.failures(tube, limit, cursor), Memory::ofFailures)
                .map(found -> Response.json(200, Json.write(json -> write(json, found)))
                        .notStored());
    }

    private static void write(JsonGenerator json, FailureGroups found) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("groups");
        for (FailureGroup group : found.groups()) {
            json.writeStartObject();
            json.writeStringField("signature", group.signature());
            json.writeNumberField("count", group.count());
            json.writeStringField("firstAt", Rfc3339.text(group.firstAt()));
            json.writeStringField("lastAt", Rfc3339.text(group.lastAt()));
            json.writeObjectFieldStart("sample");
            json.writeStringField("id", group.sample().value());
            json.writeStringField("reason", group.reason());
            json.writeEndObject();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("searched", found.searched());
        json.writeNumberField("of", found.of());
        json.writeStringField("next", found.next());
        json.writeEndObject();
    }
}
