package io.grape.server.parking;

import io.grape.core.TubeName;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.ResponseRoom;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.failure.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A consume over tubes, one after the other in their order: what was taken, and what went wrong at which tube. A tube that cannot be
 * consumed from keeps nobody from the others. It ends early when its visitor goes away, and when there is no room within the
 * visitor's patience, which is one for all tubes.
 */
final class MultiTubeConsume {
    private final JobSource from;
    private final ParkedConsumer visitor;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<TubeName, Throwable> failures = new LinkedHashMap<>();
    /** So many tubes, the first ones, have been looked at. */
    private int seen;

    private volatile ResponseRoom look;

    private MultiTubeConsume(JobSource from, ParkedConsumer visitor) {
        this.from = from;
        this.visitor = visitor;
        this.look = visitor.room().another();
    }

    /** Takes what is there now, and tells how large it is. Never fails. */
    static CompletionStage<MultiTubeConsume> of(JobSource from, ParkedConsumer visitor) {
        MultiTubeConsume round = new MultiTubeConsume(from, visitor);
        // Nobody waits for room for one that is gone.
        visitor.jobs().whenComplete((end, failure) -> round.look.release());
        return round.goOn();
    }

    private boolean isFull() {
        return jobs.size() == visitor.max() || Job.size(jobs) >= ConsumeResult.MAX_BYTES;
    }

    private CompletionStage<MultiTubeConsume> goOn() {
        ResponseRoom room = visitor.room().another();
        look = room;
        if (seen == visitor.tubes().size() || isFull() || visitor.isGone()) {
            return CompletableFuture.completedStage(this);
        }
        int most = visitor.max() - jobs.size();
        // Whoever has jobs does not wait for room for more.
        Duration patience = jobs.isEmpty() ? visitor.patience() : Duration.ZERO;
        return from.await(room, most, patience)
                .handle((there, noRoom) -> noRoom == null ? look(most) : CompletableFuture.completedStage(this))
                .thenCompose(next -> next);
    }

    private CompletionStage<MultiTubeConsume> look(int most) {
        TubeName tube = visitor.tubes().get(seen);
        return from.take(tube, most, Duration.ZERO)
                .handle((handout, failure) -> {
                    seen++;
                    if (failure == null) {
                        visitor.room().hold(MemoryBudgets.of(handout.jobs()));
                        jobs.addAll(handout.jobs());
                    } else {
                        failures.put(tube, failure);
                    }
                    look.release();
                    return failure != null && visitor.patience().isZero()
                            ? CompletableFuture.completedStage(this)
                            : goOn();
                })
                .thenCompose(next -> next);
    }

    List<Job> jobs() {
        return jobs;
    }

    /** Tells its visitor, for whom there is nothing, what it has seen. */
    void tell() {
        for (TubeName tube : visitor.tubes().subList(0, seen)) {
            visitor.lookBegins(tube);
            Throwable failure = failures.get(tube);
            if (failure == null) {
                visitor.foundNothing(tube);
            } else if (Failures.isShed(failure)) {
                visitor.shed(tube, failure);
            } else {
                visitor.failed(tube, failure);
            }
        }
    }

    /** The jobs; where there are none, the failure of a tube, or that there was no room for all of them. */
    CompletionStage<List<Job>> outcome() {
        if (!jobs.isEmpty()) {
            return CompletableFuture.completedStage(jobs);
        }
        if (!failures.isEmpty()) {
            return CompletableFuture.failedStage(ParkedConsumer.failure(visitor.tubes(), failures));
        }
        return seen < visitor.tubes().size()
                ? CompletableFuture.failedStage(MemoryBudget.full("responses"))
                : CompletableFuture.completedStage(jobs);
    }
}
