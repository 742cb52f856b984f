package io.grape.server.http;

import io.grape.core.DueWindow;
import io.grape.core.JobState;
import io.grape.core.Operation;
import io.grape.core.OperationRequest;
import io.grape.core.Operations;
import io.grape.core.TubeName;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Work on many jobs, that goes on by itself. */
final class BulkRoutes implements Routes {
    static final Set<String> FIELDS = Set.of(
            "kind",
            "tube",
            "state",
            "reason",
            "dueFrom",
            "dueTo",
            "limit",
            "perSecond",
            "delayMs",
            "stopAfterFailures",
            "dryRun");

    private static final String ALL = "/v1/operations";
    private static final String ONE = ALL + "/{id}";
    private static final int MAX_BYTES = 16 * 1024;
    private static final int DEFAULT_LIMIT = 100;

    private final Operations operations;

    BulkRoutes(Operations operations) {
        this.operations = operations;
    }

    @Override
    public List<Call> calls() {
        return List.of(
                Call.post(ALL, Right.OPERATIONS_RUN, this::begin).body(MAX_BYTES),
                Call.get(ALL, Right.TUBES_READ, this::list).query("limit", "cursor"),
                Call.get(ONE, Right.TUBES_READ, this::get),
                steer("/pause", Operation.State.PAUSED),
                steer("/resume", Operation.State.RUNNING),
                steer("/cancel", Operation.State.CANCELLED));
    }

    private Call steer(String verb, Operation.State wanted) {
        return Call.post(
                ONE + verb,
                Right.OPERATIONS_RUN,
                request -> request.await(operations.steer(request.jobId().value(), wanted))
                        .map(operation -> reply(200, operation)));
    }

    private Future<Reply> begin(Request request) {
        JsonFields given = JsonRequests.object(request.body(), FIELDS);
        OperationRequest wanted = wanted(given);
        return given.flag("dryRun")
                ? request.await(operations.preview(wanted)).map(BulkRoutes::preview)
                : request.await(operations.begin(wanted))
                        .map(begun -> reply(202, begun).header("Location", ALL + "/" + begun.id()));
    }

    private static OperationRequest wanted(JsonFields given) {
        return new OperationRequest(
                OperationRequest.Kind.parse(given.required("kind", "kick or delete")),
                new TubeName(given.required("tube")),
                JobState.parse(given.required("state", "failed, delayed or ready")),
                given.text("reason"),
                new DueWindow(given.instant("dueFrom"), given.instant("dueTo")),
                given.whole("limit"),
                given.whole("perSecond"),
                given.millis("delayMs", Duration.ZERO),
                given.whole("stopAfterFailures"),
                null);
    }

    private static Reply preview(Operations.Preview preview) {
        return Reply.json(200, Json.write(json -> {
                    json.writeStartObject();
                    json.writeNumberField("matching", preview.matching());
                    json.writeBooleanField("exact", preview.isExact());
                    JobJson.writeArray(json, "sample", preview.sample());
                    json.writeEndObject();
                }))
                .notStored();
    }

    private Future<Reply> get(Request request) {
        return request.await(operations.get(request.jobId().value())).map(found -> reply(200, found));
    }

    private Future<Reply> list(Request request) {
        Query query = request.query();
        int limit = (int) query.whole("limit", JobRoutes.BATCH, DEFAULT_LIMIT);
        return request.await(operations.list(limit, query.text("cursor")))
                .map(page -> Reply.json(200, Json.write(json -> {
                            json.writeStartObject();
                            json.writeArrayFieldStart("operations");
                            for (Operation operation : page.operations()) {
                                OperationJson.write(json, operation);
                            }
                            json.writeEndArray();
                            json.writeStringField("next", page.next());
                            json.writeEndObject();
                        }))
                        .notStored());
    }

    private static Reply reply(int status, Operation operation) {
        return Reply.json(status, Json.write(json -> OperationJson.write(json, operation)))
                .notStored();
    }
}
