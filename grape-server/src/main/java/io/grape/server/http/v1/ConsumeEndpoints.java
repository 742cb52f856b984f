package io.grape.server.http.v1;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.PendingConsume;
import io.grape.server.access.Access;
import io.grape.server.access.Right;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.presence.Workers;
import io.vertx.core.Future;
import java.util.List;

/** Consuming, from one tube or several, and taking one job by its id. A client that goes away before its response is written leaves its jobs behind. */
public final class ConsumeEndpoints implements Endpoints {
    private static final long BYTES_OF_A_WAIT = 600;
    private static final long BYTES_OF_A_LETTER = 3;

    private final JobDelivery delivery;

    public ConsumeEndpoints(BlockingConsume waiters, Access access, RateQuotas quotas, Workers workers) {
        this.delivery = new JobDelivery(waiters, access, quotas, workers);
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.post("/v1/tubes/{tube}/consume", Right.JOBS_CONSUME, this::one)
                        .query("max", "waitMs"),
                Endpoint.post("/v1/tubes/{tube}/jobs/{id}/consume", Right.JOBS_CONSUME, this::byId),
                Endpoint.post("/v1/consume", Right.JOBS_CONSUME, this::several).query("tubes", "max", "waitMs"));
    }

    private Future<Response> one(Request request) {
        return consume(request, ConsumeRequest.of(List.of(request.tube()), request.query()));
    }

    private Future<Response> several(Request request) {
        Query query = request.query();
        ConsumeRequest wanted = ConsumeRequest.of(ConsumeRequest.tubes(query.required("tubes")), query);
        wanted.tubes().forEach(request::allowed);
        return consume(request, wanted);
    }

    private Future<Response> byId(Request request) {
        TubeName tube = request.tube();
        JobId id = request.jobId();
        return request.memory()
                .awaitJobs(1, () -> delivery.take(request, tube, id), List::of)
                .compose(job -> delivery.inTime(request, List.of(job)))
                .compose(jobs -> delivery.respond(
                        request, jobs, () -> Json.write(json -> JobJson.write(json, jobs.get(0), true))));
    }

    private Future<Response> consume(Request request, ConsumeRequest wanted) {
        if (wanted.patience().isZero() || wanted.tubes().size() == 1) {
            return deliver(request, wanted);
        }
        MemoryBudget.Share kept = request.memory().roomOfBodies();
        if (!kept.grow(bytes(wanted.tubes()))) {
            throw MemoryBudget.full("request bodies");
        }
        return deliver(request, wanted).onComplete(done -> kept.release());
    }

    private Future<Response> deliver(Request request, ConsumeRequest wanted) {
        PendingConsume visit = delivery.begin(request, wanted, request.memory().room());
        return delivery.jobs(request, wanted, visit)
                .compose(jobs -> delivery.respond(request, jobs, () -> JobJson.jobs(jobs)));
    }

    /** About what a broker keeps of somebody who waits at further tubes, where nobody else does. */
    private static long bytes(List<TubeName> tubes) {
        return tubes.stream()
                .skip(1)
                .mapToLong(tube ->
                        BYTES_OF_A_WAIT + BYTES_OF_A_LETTER * tube.value().length())
                .sum();
    }
}
