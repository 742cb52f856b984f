package io.grape.server.http.v1;

import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.presence.Workers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Jobs on their way to the client of a request. A client that goes away before its response is written leaves them behind. */
final class JobDelivery {
    private final BlockingConsume waiters;
    private final Access access;
    private final RateQuotas quotas;
    private final Workers workers;

    JobDelivery(BlockingConsume waiters, Access access, RateQuotas quotas, Workers workers) {
        this.workers = workers;
        this.waiters = waiters;
        this.access = access;
        this.quotas = quotas;
    }

    /** Where the jobs of a request come from, as far as its client may have some. */
    private BlockingConsume of(Request request) {
        return quotas.consume(request::client, waiters);
    }

    /** Begins to take jobs. It waits no longer than its caller does. */
    PendingConsume begin(Request request, ConsumeRequest wanted, ResponseRoom room) {
        workers.seen(request.worker());
        PendingConsume visit = of(request)
                .consume(wanted.tubes(), wanted.max(), request.callContext().mostWait(wanted.patience()), room);
        request.whenGone(visit::leave);
        return visit;
    }

    /** Takes one job by its id. If it comes when its caller does not wait any more it goes back, uncounted. */
    CompletionStage<Job> take(Request request, TubeName tube, JobId id) {
        workers.seen(request.worker());
        BlockingConsume source = of(request);
        CompletableFuture<Job> inTime = new CompletableFuture<>();
        request.callContext().endInTime(inTime);
        source.take(tube, id).whenComplete((job, failure) -> {
            if (failure != null) {
                inTime.completeExceptionally(failure);
            } else if (!inTime.complete(job)) {
                source.giveBack(List.of(job));
            }
        });
        return inTime;
    }

    /** True where a job is acknowledged before its client may have the next. */
    boolean comesAfter(Request request) {
        return quotas.limitsLeases(request::client);
    }

    /**
     * The jobs. Fails with UNAUTHENTICATED if it waited in vain, as the access of its caller ended; with STORE_UNAVAILABLE
     * if its caller does not wait any more: what comes later goes back, uncounted.
     */
    Future<List<Job>> jobs(Request request, ConsumeRequest wanted, PendingConsume visit) {
        Deadline deadline = request.deadline();
        if (deadline == null) {
            return whileItMayStay(request, wanted, visit);
        }
        Vertx vertx = request.context().owner();
        long timer = vertx.setTimer(Math.max(1, deadline.left().toMillis() + 1), late -> visit.leave());
        return whileItMayStay(request, wanted, visit)
                .onComplete(done -> vertx.cancelTimer(timer))
                .compose(jobs -> inTime(request, jobs));
    }

    /** The same jobs; if its caller does not wait any more they go back, and it fails with STORE_UNAVAILABLE. */
    Future<List<Job>> inTime(Request request, List<Job> jobs) {
        if (!request.isLate()) {
            return Future.succeededFuture(jobs);
        }
        of(request).giveBack(jobs);
        return Future.failedFuture(
                new GrapeException(ErrorCode.STORE_UNAVAILABLE, "the caller's time limit passed before jobs arrived"));
    }

    private Future<List<Job>> whileItMayStay(Request request, ConsumeRequest wanted, PendingConsume visit) {
        if (wanted.patience().isZero()) {
            return request.await(visit.jobs());
        }
        request.waits();
        AtomicBoolean isShutOut = new AtomicBoolean();
        LongCall stay = access.stay(request.caller(), () -> {
            isShutOut.set(true);
            visit.leave();
        });
        return request.await(visit.jobs()).onComplete(done -> stay.close()).map(jobs -> {
            if (jobs.isEmpty() && isShutOut.get()) {
                throw new GrapeException(
                        ErrorCode.UNAUTHENTICATED, "the access of this caller ended or changed during the wait");
            }
            return jobs;
        });
    }

    /** A response with jobs, or with none. */
    Future<Response> respond(Request request, List<Job> jobs, Supplier<Buffer> writing) {
        BlockingConsume source = of(request);
        workers.delivers(request.worker(), jobs, quotas.inFlightLimited(request::client));
        return JobJson.make(request, jobs, writing)
                .onFailure(failure -> source.giveBack(jobs))
                .map(body -> Response.json(200, body).notStored())
                .map(reply -> jobs.isEmpty() ? reply : reply.handingOut(jobs, source));
    }

    /** Nobody is there for its jobs: what it has taken goes back. */
    void undo(Request request, PendingConsume visit) {
        visit.leave();
        visit.jobs().thenAccept(of(request)::giveBack);
    }
}
