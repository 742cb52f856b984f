package io.grape.server.http.v1;

import io.grape.catalog.GateFields;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.gate.Gates;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.server.access.Right;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The gates of a tube: looking at them, putting them up, and lifting them. */
public final class GateEndpoints implements Endpoints {
    private static final String GATES = "/v1/tubes/{tube}/gates";
    private static final String GATE = GATES + "/{name}";
    private static final String DRY_RUN = "dryRun";
    private static final int MAX_BYTES = 16 * 1024;

    private final Gates gates;
    private final Operations operations;

    public GateEndpoints(Gates gates, Operations operations) {
        this.gates = gates;
        this.operations = operations;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(GATES, Right.TUBES_READ, this::list),
                Endpoint.put(GATE, Right.TUBES_PAUSE, this::put)
                        .query(DRY_RUN)
                        .body(MAX_BYTES)
                        .audited(audit("gate.put")
                                .detail(Request::bodyText)
                                .when(request -> !request.query().flag(DRY_RUN))),
                Endpoint.delete(GATE, Right.TUBES_PAUSE, this::lift).audited(audit("gate.delete")));
    }

    private static Audit audit(String action) {
        return Audit.of(action).target(GateEndpoints::name);
    }

    private static String name(Request request) {
        return request.pathParameter("name");
    }

    private Future<Response> list(Request request) {
        return request.await(gates.list(request.tube()))
                .map(found -> Response.fresh(200, new JsonObject().put("gates", Json.array(found, GateJson::of))));
    }

    private Future<Response> put(Request request) {
        GateRequest gate = GateJson.read(
                JsonRequests.object(request.body(), GateFields.SCHEMA.names()),
                request.caller().name());
        if (request.query().flag(DRY_RUN)) {
            return request.await(gates.check(request.tube(), name(request), gate))
                    .compose(isNew -> preview(request, gate));
        }
        return request.await(gates.put(request.tube(), name(request), gate))
                .compose(isNew -> request.await(gates.list(request.tube()))
                        .map(found -> Response.fresh(
                                isNew ? 201 : 200,
                                found.stream()
                                        .filter(one -> one.name().equals(name(request)))
                                        .findAny()
                                        .map(GateJson::of)
                                        .orElseGet(JsonObject::new))));
    }

    /** What is ready and matches. A gate that refuses new jobs leaves all of them alone. */
    private Future<Response> preview(Request request, GateRequest gate) {
        TubeName tube = request.tube();
        return gate.mode() == GateMode.REFUSE
                ? Future.succeededFuture(PreviewJson.response(new Preview(0, true, List.of()), false))
                : PreviewJson.of(request, operations, matching(tube, gate.match()));
    }

    private static OperationRequest matching(TubeName tube, GateMatch match) {
        TagFilter tags = switch (match.kind()) {
            case KEY -> new TagFilter(match.value(), null);
            case LABEL -> new TagFilter(null, match.value());
            case ALL -> TagFilter.ANY;
        };
        return OperationRequest.of(OperationKind.KICK, tube, JobState.READY, tags);
    }

    private Future<Response> lift(Request request) {
        return request.await(gates.lift(request.tube(), name(request))).map(lifted -> Response.empty(204));
    }
}
