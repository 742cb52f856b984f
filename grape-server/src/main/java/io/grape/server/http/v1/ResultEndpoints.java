package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingResults;
import io.grape.core.job.Broker;
import io.grape.core.job.JobResult;
import io.grape.core.job.Payload;
import io.grape.core.job.PendingState;
import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Results of finished jobs, for who waits for them or not. */
public final class ResultEndpoints implements Endpoints {
    private static final Bounds WAIT = new Bounds(0, Limits.MAX_WAIT.toMillis());
    /** Tells a result, which may be of any content type, from what something before the broker may say. */
    private static final String STATE = "Grape-State";

    private static final Payload NONE = Payload.binary(new byte[0]);

    private final BlockingResults results;
    private final Broker broker;
    private final Access access;

    public ResultEndpoints(BlockingResults results, Broker broker, Access access) {
        this.results = results;
        this.broker = broker;
        this.access = access;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(Endpoint.get("/v1/tubes/{tube}/jobs/{id}/result", Right.JOBS_PAYLOAD, this::result)
                .query("waitMs"));
    }

    private Future<Response> result(Request request) {
        TubeName tube = request.tube();
        JobId id = request.jobId();
        Duration wait =
                request.callContext().mostWait(Duration.ofMillis(request.query().wholeNumber("waitMs", WAIT, 0)));
        if (wait.isZero()) {
            broker.checkLooks(tube);
            return look(request, tube, id);
        }
        return await(request, tube, id, wait)
                .compose(state -> state == JobState.FINISHED
                        ? look(request, tube, id)
                        : Future.succeededFuture(unfinished(id, state)));
    }

    private Future<Response> look(Request request, TubeName tube, JobId id) {
        return request.memory().awaitResult(() -> results.result(tube, id)).map(ResultEndpoints::response);
    }

    /** Fails with UNAUTHENTICATED if the access of its caller ended during the wait. */
    private Future<JobState> await(Request request, TubeName tube, JobId id, Duration wait) {
        PendingState visit = results.await(tube, id, wait);
        request.whenGone(visit::leave);
        request.waits();
        AtomicBoolean isShutOut = new AtomicBoolean();
        LongCall stay = access.stay(request.caller(), () -> {
            isShutOut.set(true);
            visit.leave();
        });
        return request.await(visit.state()).onComplete(done -> stay.close()).map(state -> {
            if (isShutOut.get()) {
                throw new GrapeException(
                        ErrorCode.UNAUTHENTICATED, "the access of this caller ended or changed during the wait");
            }
            return state;
        });
    }

    private static Response response(JobResult found) {
        if (found.state() != JobState.FINISHED) {
            return unfinished(found.id(), found.state());
        }
        Payload result = found.result();
        return JobEndpoints.raw(result == null ? NONE : result)
                .header(STATE, found.state().wireName());
    }

    private static Response unfinished(JobId id, JobState state) {
        return Response.fresh(202, new JsonObject().put("id", id.value()).put("state", state.wireName()));
    }
}
