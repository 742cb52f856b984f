package io.grape.client.worker;

import io.grape.client.Acknowledgement;
import io.grape.client.AsyncGrape;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.NextJobs;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Acknowledges, and takes as many jobs as there is room for then, in one call. It waits for them for a moment if no other call
 * does.
 */
final class AckAndFetch<T> implements AckSender {
    /** A broker of an earlier release refuses it. Until when it is not tried again. */
    private static final long NOT_KNOWN_NANOS = Duration.ofMinutes(1).toNanos();

    private final AsyncGrape grape;
    private final Tube<T> tube;
    private final JobFetcher<T> fetcher;
    private volatile long refusedAt = System.nanoTime() - NOT_KNOWN_NANOS;

    AckAndFetch(AsyncGrape grape, Tube<T> tube, JobFetcher<T> fetcher) {
        this.grape = grape;
        this.tube = tube;
        this.fetcher = fetcher;
    }

    @Override
    public Sent send(List<Acknowledgement> acks) {
        boolean isKnown = System.nanoTime() - refusedAt >= NOT_KNOWN_NANOS;
        JobFetcher.Beside beside = isKnown ? fetcher.beginBeside(acks.size()) : JobFetcher.Beside.NONE;
        if (beside.most() <= 0) {
            return Sent.of(grape.acknowledgeAll(tube.name(), acks));
        }
        long askedAt = System.nanoTime();
        CompletableFuture<NextJobs<T>> call = Safely.future(
                        () -> grape.acknowledgeAndConsume(tube, acks, beside.most(), beside.waiting()))
                .exceptionallyCompose(failure -> alone(acks, failure));
        return new Sent(call.thenApply(NextJobs::results), !beside.waiting().isZero(), then -> {
            boolean isDone = call.isDone() && !call.isCompletedExceptionally();
            fetcher.endBeside(isDone ? call.join().jobs() : List.of(), askedAt, isDone, then);
        });
    }

    private CompletableFuture<NextJobs<T>> alone(List<Acknowledgement> acks, Throwable failure) {
        if (Safely.cause(failure) instanceof GrapeException refusal && refusal.code() == ErrorCode.BAD_REQUEST) {
            refusedAt = System.nanoTime();
            return grape.acknowledgeAll(tube.name(), acks).thenApply(results -> new NextJobs<>(results, List.of()));
        }
        return CompletableFuture.failedFuture(
                failure instanceof CompletionException already ? already : new CompletionException(failure));
    }
}
