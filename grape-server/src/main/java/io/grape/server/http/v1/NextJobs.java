package io.grape.server.http.v1;

import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.server.access.Access;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.RequestMemory;
import io.grape.server.http.call.Response;
import io.grape.server.presence.Workers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The jobs that an acknowledgement takes beside, in the same turn. Whatever keeps it from taking jobs does not keep it from
 * acknowledging: then it takes none. If the acknowledgement is refused, what was taken goes back, uncounted.
 */
final class NextJobs {
    private final JobDelivery delivery;

    NextJobs(BlockingConsume waiters, Access access, RateQuotas quotas, Workers workers) {
        this.delivery = new JobDelivery(waiters, access, quotas, workers);
    }

    /**
     * Takes jobs, and responds with them once both are known.
     *
     * @param acknowledged has been sent; nothing waits for it
     * @param writing makes the body
     */
    <T> Future<Response> take(
            Request request, ConsumeRequest wanted, Future<T> acknowledged, BiFunction<T, List<Job>, Buffer> writing) {
        if (!request.mayTakeJobs()) {
            return acknowledged.map(
                    done -> Response.json(200, writing.apply(done, List.of())).notStored());
        }
        return delivery.comesAfter(request)
                ? acknowledged.compose(done -> takeBeside(request, wanted, Future.succeededFuture(done), writing))
                : takeBeside(request, wanted, acknowledged, writing);
    }

    private <T> Future<Response> takeBeside(
            Request request, ConsumeRequest wanted, Future<T> acknowledged, BiFunction<T, List<Job>, Buffer> writing) {
        MemoryBudget.Share room = request.memory().roomOfJobs();
        PendingConsume visit = delivery.begin(request, wanted, room);
        Future<List<Job>> jobs = delivery.jobs(request, wanted, visit).otherwise(List.of());
        return acknowledged
                .onFailure(refused -> delivery.undo(request, visit))
                .onSuccess(done -> endInTime(request, wanted, visit, jobs))
                .compose(done ->
                        jobs.compose(found -> delivery.respond(request, found, () -> writing.apply(done, found))))
                .map(response -> {
                    room.become(response.body().length());
                    return response.shared(room::release);
                })
                .onFailure(failure -> room.release());
    }

    /** Whoever acknowledges hears of it soon: jobs that come later go back. */
    private static void endInTime(
            Request request, ConsumeRequest wanted, PendingConsume visit, Future<List<Job>> jobs) {
        if (jobs.isComplete()) {
            return;
        }
        Vertx vertx = request.context().owner();
        long most = wanted.patience()
                .plus(RequestMemory.ROOM_OF_ACKNOWLEDGEMENT_WITHIN)
                .toMillis();
        long timer = vertx.setTimer(most, late -> visit.leave());
        jobs.onComplete(done -> vertx.cancelTimer(timer));
    }
}
