package io.grape.server.http.v1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ResponseRoom;
import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Jobs on their way to the client of a request. A client that goes away before its response is written leaves them behind. */
final class JobDelivery {
    private final BlockingConsume waiters;
    private final Access access;

    JobDelivery(BlockingConsume waiters, Access access) {
        this.waiters = waiters;
        this.access = access;
    }

    /** Begins to take jobs. */
    PendingConsume begin(Request request, ConsumeRequest wanted, ResponseRoom room) {
        PendingConsume visit = waiters.consume(wanted.tubes(), wanted.max(), wanted.patience(), room);
        request.whenGone(visit::leave);
        return visit;
    }

    /** The jobs. Fails with UNAUTHENTICATED if it waited in vain, as the access of its caller ended. */
    Future<List<Job>> jobs(Request request, ConsumeRequest wanted, PendingConsume visit) {
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
        return JobJson.make(request, jobs, writing)
                .onFailure(failure -> waiters.giveBack(jobs))
                .map(body -> Response.json(200, body).notStored())
                .map(reply -> jobs.isEmpty() ? reply : reply.handingOut(jobs, waiters));
    }

    /** Nobody is there for its jobs: what it has taken goes back. */
    void undo(PendingConsume visit) {
        visit.leave();
        visit.jobs().thenAccept(waiters::giveBack);
    }
}
