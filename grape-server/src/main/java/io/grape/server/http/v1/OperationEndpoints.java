package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationPage;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.server.access.Principal;
import io.grape.server.access.PrincipalKind;
import io.grape.server.access.Right;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Work on many jobs, that goes on by itself. */
public final class OperationEndpoints implements Endpoints {
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
    public static final int DEFAULT_LIMIT = 100;

    private final Operations operations;

    public OperationEndpoints(Operations operations) {
        this.operations = operations;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.post(ALL, Right.OPERATIONS_RUN, this::begin)
                        .body(MAX_BYTES)
                        .audited(Audit.of("operation.start")
                                .tube(request -> JsonRequests.object(request.body(), FIELDS)
                                        .required("tube"))
                                .detail(Request::bodyText)
                                .when(request -> !isDryRun(request))),
                Endpoint.get(ALL, Right.TUBES_READ, this::list).query("limit", "cursor"),
                Endpoint.get(ONE, Right.TUBES_READ, this::get),
                setState("/pause", OperationState.PAUSED),
                setState("/resume", OperationState.RUNNING),
                setState("/cancel", OperationState.CANCELLED));
    }

    private Endpoint setState(String verb, OperationState wanted) {
        return Endpoint.post(
                        ONE + verb,
                        Right.OPERATIONS_RUN,
                        request -> found(request)
                                .compose(seen -> {
                                    request.caller().check(right(seen.request().kind()));
                                    return request.await(operations.setState(seen.id(), wanted));
                                })
                                .map(operation -> reply(200, operation)))
                .audited(Audit.of("operation" + verb.replace('/', '.')).tubeLookedUp(this::tube));
    }

    private Future<String> tube(Request request) {
        return request.await(operations.get(request.jobId().value()))
                .map(found -> found.request().tube().value());
    }

    private Future<Response> begin(Request request) {
        JsonFields given = JsonRequests.object(request.body(), FIELDS);
        OperationRequest wanted = wanted(given, request);
        request.caller().check(right(wanted.kind()));
        boolean whole = request.caller().may(Right.JOBS_PAYLOAD);
        return given.flag("dryRun")
                ? request.awaitJobs(Operations.MAX_SHOWN, () -> operations.preview(wanted), Preview::sample)
                        .compose(preview -> JobJson.make(request, preview.sample(), () -> preview(preview, whole)))
                : request.await(operations.begin(wanted, mostOf(request.caller())))
                        .map(begun -> reply(202, begun).header("Location", ALL + "/" + begun.id()));
    }

    /** Where nobody is asked who he is, all are one, and may take all the room. */
    private static int mostOf(Principal caller) {
        return caller.kind() == PrincipalKind.ANONYMOUS ? Operations.MAX_OPEN : Operations.MAX_OF_ONE;
    }

    /** What it takes beside the right to run operations. */
    private static Right right(OperationKind kind) {
        return kind == OperationKind.DELETE ? Right.JOBS_PURGE : Right.JOBS_KICK;
    }

    /** What cannot be read is none: it is refused, and that is written down. */
    private static boolean isDryRun(Request request) {
        try {
            return JsonRequests.object(request.body(), FIELDS).flag("dryRun");
        } catch (GrapeException e) {
            return false;
        }
    }

    private static OperationRequest wanted(JsonFields given, Request request) {
        return new OperationRequest(
                OperationKind.parse(given.required("kind", "kick or delete")),
                request.allowed(new TubeName(given.required("tube"))),
                JobState.parse(given.required("state", "failed, delayed or ready")),
                given.text("reason"),
                new DueWindow(given.instant("dueFrom"), given.instant("dueTo")),
                given.whole("limit"),
                given.whole("perSecond"),
                given.millis("delayMs", Duration.ZERO),
                given.whole("stopAfterFailures"),
                request.caller().name());
    }

    private static Response preview(Preview preview, boolean whole) {
        return Response.json(200, Json.write(json -> {
                    json.writeStartObject();
                    json.writeNumberField("matching", preview.matching());
                    json.writeBooleanField("exact", preview.isExact());
                    JobJson.writeArray(json, "sample", preview.sample(), whole);
                    json.writeEndObject();
                }))
                .notStored();
    }

    private Future<Response> get(Request request) {
        return found(request).map(found -> reply(200, found));
    }

    /** The one that the path names, if its tube is one of the caller's. */
    private Future<Operation> found(Request request) {
        return request.await(operations.get(request.jobId().value())).map(found -> {
            request.allowed(found.request().tube());
            return found;
        });
    }

    private Future<Response> list(Request request) {
        Query query = request.query();
        int limit = (int) query.whole("limit", Bounds.BATCH, DEFAULT_LIMIT);
        return request.await(operations.list(limit, query.text("cursor")))
                .map(page -> Response.fresh(200, body(page, request.caller()::mayTube)));
    }

    /** Those whose tubes may be seen. Who may not see all is told how many of these run: the others are no matter of his. */
    public static JsonObject body(OperationPage page, Predicate<String> visible) {
        List<Operation> seen = page.operations().stream()
                .filter(operation -> visible.test(operation.request().tube().value()))
                .toList();
        long running = visible.test("")
                ? page.running()
                : seen.stream()
                        .filter(operation -> operation.state() == OperationState.RUNNING)
                        .count();
        return new JsonObject()
                .put("operations", Json.array(seen, OperationJson::of))
                .put("running", running)
                .put("next", page.next());
    }

    private static Response reply(int status, Operation operation) {
        return Response.fresh(status, OperationJson.of(operation));
    }
}
