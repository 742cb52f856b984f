package io.grape.client.contract;

import io.grape.client.AsyncGrape;
import io.grape.client.Deleted;
import io.grape.client.Kicked;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Explanation;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.job.TagFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The port, spoken by a client over HTTP. What the client has no word for aborts the test that wants it. */
final class ClientBroker implements Broker {
    private static final int FEW = 10;
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.DUPLICATE, ErrorCode.WRONG_STATE, ErrorCode.BAD_REQUEST);

    private final AsyncGrape grape;
    private final Supplier<Instant> clock;

    /** Answers do not tell when they were made: that is by the clock, which a test has set. */
    ClientBroker(AsyncGrape grape, Supplier<Instant> clock) {
        this.grape = grape;
        this.clock = clock;
    }

    @Override
    public CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions terms, CallContext context) {
        if (terms.onMissingTube() != OnMissingTube.CREATE) {
            return Assumptions.abort("the client always makes the tube");
        }
        if (jobs.stream().anyMatch(job -> job.payload().contentType().isBlank())) {
            return Assumptions.abort("a header of HTTP cannot be blank");
        }
        if (jobs.isEmpty()) {
            return Words.ours(grape.produceAll(Words.tube(tube), List.of())).thenApply(none -> List.of());
        }
        if (jobs.size() == 1) {
            return single(tube, jobs.get(0));
        }
        return Words.ours(grape.produceAll(
                        Words.tube(tube, jobs.get(0).payload().contentType()),
                        jobs.stream().map(Words::job).toList()))
                .thenApply(results -> outcomes(tube, jobs, results));
    }

    /** A batch does not say when a job is due; a peek does, which is made for few. */
    private List<ItemResult<Produced>> outcomes(
            TubeName tube, List<NewJob> jobs, List<Result<io.grape.client.Produced>> results) {
        List<ItemResult<Produced>> outcomes = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            outcomes.add(Words.outcome(
                    results.get(i),
                    said -> jobs.size() > FEW ? Words.produced(said) : dated(tube, Words.produced(said))));
        }
        return outcomes;
    }

    private Produced dated(TubeName tube, Produced said) {
        Instant dueAt = grape.peek(Words.tube(tube), said.id().value())
                .join()
                .filter(job -> job.lease().isEmpty() && job.reason().isEmpty())
                .flatMap(job -> job.dueAt())
                .orElse(null);
        return new Produced(said.id(), said.state(), said.created(), dueAt, said.successor());
    }

    private CompletionStage<List<ItemResult<Produced>>> single(TubeName tube, NewJob job) {
        return Words.ours(grape.produce(Words.tube(tube, job.payload().contentType()), Words.job(job)))
                .thenApply(said -> List.of(ItemResult.of(Words.produced(said))))
                .exceptionally(failure -> {
                    if (failure.getCause() instanceof GrapeException refused && REFUSALS.contains(refused.code())) {
                        return List.of(ItemResult.failed(refused));
                    }
                    throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
                });
    }

    @Override
    public CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking) {
        return Words.ours(grape.consume(Words.tube(tube), max, Duration.ZERO))
                .thenApply(jobs -> new ConsumeResult(
                        jobs.stream().map(job -> Words.job(tube, job)).toList(), clock.get(), null));
    }

    @Override
    public CompletionStage<Job> take(TubeName tube, JobId id) {
        return Words.ours(grape.take(Words.tube(tube), id.value())).thenApply(job -> Words.job(tube, job));
    }

    @Override
    public CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName tube, List<? extends Acknowledgement> acks) {
        if (acks.stream().anyMatch(ack -> ack.lease().value() == 0)) {
            return Assumptions.abort("the client always names the lease");
        }
        return Words.ours(grape.acknowledgeAll(
                        tube.value(), acks.stream().map(Words::ack).toList()))
                .thenApply(results -> results.stream()
                        .map(result -> Words.outcome(result, said -> Words.acknowledged(said, clock.get())))
                        .toList());
    }

    @Override
    public CompletionStage<Boolean> kick(TubeName tube, JobId id, Duration delay) {
        return Words.ours(grape.kick(Words.tube(tube), id.value(), delay)).thenCompose(kicked -> switch (kicked) {
            case KICKED, READY_ALREADY -> CompletableFuture.completedFuture(kicked == Kicked.KICKED);
            case NOT_FOUND -> missing(tube);
            case RETAINED -> refused(ErrorCode.WRONG_STATE);
        });
    }

    private static <T> CompletableFuture<T> refused(ErrorCode code) {
        return CompletableFuture.failedFuture(new GrapeException(code, "as the client says"));
    }

    private <T> CompletionStage<T> missing(TubeName tube) {
        return grape.tubes()
                .status(tube.value())
                .thenCompose(
                        status -> refused(status.isPresent() ? ErrorCode.JOB_NOT_FOUND : ErrorCode.TUBE_NOT_FOUND));
    }

    @Override
    public CompletionStage<Void> kickFailed(TubeName tube, JobId id, Duration delay) {
        return Assumptions.abort("the client kicks a job whatever its state");
    }

    @Override
    public CompletionStage<Integer> kick(TubeName tube, int max) {
        return Words.ours(grape.kickAll(Words.tube(tube), max));
    }

    /** The client does not say how long the lease lasts: a peek does. */
    @Override
    public CompletionStage<Acknowledged> cancel(TubeName tube, JobId id, String reason) {
        return Words.ours(grape.cancel(Words.tube(tube), id.value(), reason))
                .thenCompose(said -> peek(tube, id)
                        .thenApply(job -> new Acknowledged(
                                id, job.state(), null, job.leaseUntil(), Words.cancelled(said), clock.get())));
    }

    @Override
    public CompletionStage<@Nullable Void> delete(TubeName tube, JobId id, boolean force) {
        CompletableFuture<Deleted> said =
                force ? grape.forceDelete(Words.tube(tube), id.value()) : grape.delete(Words.tube(tube), id.value());
        return Words.ours(said).thenCompose(deleted -> switch (deleted) {
            case DELETED -> CompletableFuture.completedFuture(null);
            case NOT_FOUND -> missing(tube);
            case RETAINED -> refused(ErrorCode.WRONG_STATE);
        });
    }

    @Override
    public CompletionStage<Void> discard(TubeName tube, JobId id) {
        return Assumptions.abort("the client deletes a job whatever its state");
    }

    @Override
    public CompletionStage<JobSnapshot> change(TubeName tube, JobId id, JobChange change) {
        Payload payload = change.payload();
        Tube<byte[]> ofType = payload == null ? Words.tube(tube) : Words.tube(tube, payload.contentType());
        return Words.ours(grape.change(ofType, id.value(), job -> Words.change(job, change)))
                .thenApply(job -> Words.snapshot(tube, job));
    }

    @Override
    public CompletionStage<JobSnapshot> snapshot(TubeName tube, JobId id, CallContext context) {
        return Words.ours(grape.peek(Words.tube(tube), id.value()))
                .thenCompose(job -> job.isPresent()
                        ? CompletableFuture.completedFuture(Words.snapshot(tube, job.get()))
                        : missing(tube));
    }

    @Override
    public CompletionStage<Explanation> explain(TubeName tube, JobId id, CallContext context) {
        return Assumptions.abort("the client does not explain");
    }

    @Override
    public CompletionStage<JobPage> list(TubeName tube, JobQuery query, CallContext context) {
        Assumptions.assumeTrue(query.tags().equals(TagFilter.ANY), "the client lists jobs by their state alone");
        return Words.ours(grape.list(
                        Words.tube(tube),
                        io.grape.client.JobState.valueOf(query.state().name()),
                        query.limit(),
                        query.cursor()))
                .thenApply(page -> new JobPage(
                        page.jobs().stream().map(job -> Words.job(tube, job)).toList(), page.next()));
    }
}
