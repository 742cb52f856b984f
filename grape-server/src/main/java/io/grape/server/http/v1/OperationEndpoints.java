package io.grape.server.http.v1;

import io.grape.catalog.OperationFields;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationPage;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.Operations;
import io.grape.core.tube.TubeSettings;
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
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Work on many jobs, that goes on by itself. */
public final class OperationEndpoints implements Endpoints {
    private static final String DRY_RUN = "dryRun";
    private static final Set<String> FIELDS = Stream.concat(OperationFields.SCHEMA.names().stream(), Stream.of(DRY_RUN))
            .collect(Collectors.toUnmodifiableSet());

    private static final String ALL = "/v1/operations";
    private static final String ONE = ALL + "/{id}";
    private static final int MAX_BYTES = 16 * 1024;
    public static final int DEFAULT_LIMIT = 100;
    /** The act of beginning one, as the audit log calls it. */
    public static final String START = "operation.start";

    private final Operations operations;
    private final NewTubes newTubes;

    public OperationEndpoints(Operations operations, NewTubes newTubes) {
        this.operations = operations;
        this.newTubes = newTubes;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.post(ALL, Right.OPERATIONS_RUN, this::begin)
                        .body(MAX_BYTES)
                        .audited(Audit.of(START)
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
                                    checkRights(seen, request.caller());
                                    return request.await(operations.setState(seen.id(), wanted));
                                })
                                .map(operation -> reply(200, operation, request)))
                .audited(Audit.of("operation" + verb.replace('/', '.')).tubeLookedUp(this::tube));
    }

    /** As many rights as it takes to begin it, over both tubes of a move. */
    private static void checkRights(Operation operation, Principal caller) {
        rights(operation.request().kind()).forEach(caller::check);
        if (operation.request().to() != null) {
            caller.checkUnnamedTube(
                    operation.request().target().value(),
                    "operation " + operation.id() + " moves jobs to another tube");
        }
    }

    private Future<String> tube(Request request) {
        return request.await(operations.get(request.jobId().value()))
                .map(found -> found.request().tube().value());
    }

    private Future<Response> begin(Request request) {
        JsonFields given = JsonRequests.object(request.body(), FIELDS);
        OperationRequest wanted = wanted(given, request);
        rights(wanted.kind()).forEach(request.caller()::check);
        return given.flag(DRY_RUN)
                ? PreviewJson.of(request, operations, wanted)
                : target(wanted, request)
                        .compose(there -> request.await(operations.begin(wanted, mostOf(request.caller()))))
                        .map(begun -> reply(202, begun, request).header("Location", ALL + "/" + begun.id()));
    }

    /** Where nobody is asked who he is, all are one, and may take all the room. */
    private static int mostOf(Principal caller) {
        return caller.kind() == PrincipalKind.ANONYMOUS ? Operations.MAX_OPEN : Operations.MAX_OF_ONE;
    }

    /** Makes the tube that a move brings jobs to, as a produce would; only for jobs that there are. */
    private Future<?> target(OperationRequest wanted, Request request) {
        return wanted.kind() == OperationKind.MOVE
                ? request.await(operations.preview(wanted))
                        .compose(found -> newTubes.create(request, wanted.target(), TubeSettings.DEFAULT))
                : Future.succeededFuture();
    }

    /** What it takes beside the right to run operations. */
    private static List<Right> rights(OperationKind kind) {
        return switch (kind) {
            case KICK -> List.of(Right.JOBS_KICK);
            case DELETE -> List.of(Right.JOBS_PURGE);
            case MOVE -> List.of(Right.JOBS_PURGE, Right.JOBS_PRODUCE);
        };
    }

    /** What cannot be read is none: it is refused, and that is written down. */
    private static boolean isDryRun(Request request) {
        try {
            return JsonRequests.object(request.body(), FIELDS).flag(DRY_RUN);
        } catch (GrapeException e) {
            return false;
        }
    }

    private static OperationRequest wanted(JsonFields given, Request request) {
        Values values = OperationFields.SCHEMA.read(given, "", GrapeException::badValue);
        OperationRequest wanted = OperationRequest.of(values, request.caller().name());
        request.allowed(wanted.tube());
        if (wanted.to() != null) {
            request.allowed(wanted.target());
        }
        return wanted;
    }

    private Future<Response> get(Request request) {
        return found(request).map(found -> reply(200, found, request));
    }

    /** The one that the path names, if its tube is one of the caller's. */
    private Future<Operation> found(Request request) {
        return request.await(operations.get(request.jobId().value())).map(found -> {
            request.caller()
                    .checkUnnamedTube(
                            found.request().tube().value(), "operation " + found.id() + " is of another tube");
            return found;
        });
    }

    private Future<Response> list(Request request) {
        Query query = request.query();
        int limit = (int) query.wholeNumber("limit", Bounds.BATCH, DEFAULT_LIMIT);
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
                .put("operations", Json.array(seen, one -> OperationJson.of(one, visible)))
                .put("running", running)
                .put("next", page.next());
    }

    private static Response reply(int status, Operation operation, Request request) {
        return Response.fresh(status, OperationJson.of(operation, request.caller()::mayTube));
    }
}
