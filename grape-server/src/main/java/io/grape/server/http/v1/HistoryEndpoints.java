package io.grape.server.http.v1;

import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.FailureGroup;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobHistories;
import io.grape.server.access.Principal;
import io.grape.server.access.Right;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has happened: to one job, and why jobs failed. */
public final class HistoryEndpoints implements Endpoints {
    private static final int DEFAULT_GROUPS = 20;

    private final JobHistories histories;
    private final Broker broker;

    public HistoryEndpoints(JobHistories histories, Broker broker) {
        this.histories = histories;
        this.broker = broker;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get("/v1/tubes/{tube}/jobs/{id}/history", Right.JOBS_READ, this::history),
                Endpoint.get("/v1/tubes/{tube}/failures", Right.JOBS_READ, this::failures)
                        .query("limit", "cursor"));
    }

    private Future<Response> history(Request request) {
        return request.await(histories.history(request.tube(), request.jobId(), request.callContext()))
                .map(history -> Response.fresh(
                        200,
                        new JsonObject()
                                .put("events", Json.array(history.events(), event -> event(event, request.caller())))
                                .put("dropped", history.dropped())));
    }

    /** What an event does not have is left out. The reason of a move is the tube that the job came from. */
    private static JsonObject event(JobEvent event, Principal caller) {
        Lease lease = event.lease();
        return Json.known(new JsonObject()
                .put("at", Rfc3339.text(event.at()))
                .put("what", event.what().wireName())
                .put("reason", event.what() == JobEventType.MOVED ? origin(event, caller) : event.reason())
                .put("reasonBytes", event.reasonBytes())
                .put("delayMs", Json.millis(event.delay()))
                .put("lease", lease == null ? null : lease.toString())
                .put("attempt", event.noe())
                .put("latenessMs", Json.millis(event.lateness()))
                .put("ranMs", Json.millis(event.ran())));
    }

    private static @Nullable String origin(JobEvent event, Principal caller) {
        return event.reason() == null ? null : caller.shown(event.reason());
    }

    private Future<Response> failures(Request request) {
        Query query = request.query();
        int limit = (int) query.wholeNumber("limit", Bounds.BATCH, DEFAULT_GROUPS);
        String cursor = query.text("cursor");
        TubeName tube = request.tube();
        broker.checkLooks(tube);
        return request.memory()
                .awaitBytes(
                        MemoryBudgets.mostFailures(limit),
                        () -> histories.failures(tube, limit, cursor),
                        MemoryBudgets::ofFailures)
                .map(found -> Response.fresh(
                        200,
                        new JsonObject()
                                .put("groups", Json.array(found.groups(), HistoryEndpoints::group))
                                .put("searched", found.searched())
                                .put("of", found.of())
                                .put("next", found.next())));
    }

    private static JsonObject group(FailureGroup group) {
        return new JsonObject()
                .put("signature", group.signature())
                .put("count", group.count())
                .put("firstAt", Rfc3339.text(group.firstAt()))
                .put("lastAt", Rfc3339.text(group.lastAt()))
                .put(
                        "sample",
                        new JsonObject().put("id", group.sample().value()).put("reason", group.reason()));
    }
}
