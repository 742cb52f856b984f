package io.grape.server.http.v1;

import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.access.Right;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.presence.PresenceStream;
import io.grape.server.presence.WorkerName;
import io.grape.server.presence.Workers;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The streams that workers hold open, so that their jobs go to others as soon as they die. */
public final class PresenceEndpoints implements Endpoints {
    private static final String GRACE = "Grape-Grace-Ms";

    private final Workers workers;
    private final Access access;

    public PresenceEndpoints(Workers workers, Access access) {
        this.workers = workers;
        this.access = access;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(Endpoint.get("/v1/workers/{worker}/presence", Right.JOBS_CONSUME, this::presence)
                .of(CallClass.PRESENCE));
    }

    private Future<Response> presence(Request request) {
        WorkerName worker = WorkerName.of(request.caller(), "worker", request.pathParameter("worker"));
        workers.checkRoom();
        return Future.succeededFuture(Response.stream("text/plain", response -> {
                    request.waits();
                    BooleanSupplier isClosedByClient = request.closedByClient();
                    PresenceStream stream = new PresenceStream(workers, worker, request.context(), response);
                    Future<Void> ended = stream.begin();
                    request.whenGone(() -> stream.gone(isClosedByClient.getAsBoolean()));
                    LongCall stay = access.stay(request.caller(), stream::end);
                    return ended.onComplete(done -> stay.close());
                })
                .header(GRACE, Long.toString(workers.grace().toMillis())));
    }
}
