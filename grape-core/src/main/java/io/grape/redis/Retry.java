package io.grape.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One call that is made again while its slot is on the way to another node of a Cluster. Redis refuses it before anything is done, so
 * another attempt does no harm; the first after the move succeeds. It is made at growing distances, and not after the deadline of
 * the call.
 */
final class Retry<T> {
    private static final Duration FIRST = Duration.ofMillis(5);
    /** About what a call may wait after the move has ended. */
    private static final Duration LAST = Duration.ofMillis(50);

    private final Supplier<CompletionStage<T>> attempt;
    private final Deadline deadline;
    private final Consumer<Throwable> refused;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private Duration distance = FIRST;

    private Retry(Supplier<CompletionStage<T>> attempt, Deadline deadline, Consumer<Throwable> refused) {
        this.attempt = attempt;
        this.deadline = deadline;
        this.refused = refused;
    }

    /**
     * Makes a call, and again while that is refused.
     *
     * @param refused is told of each failure but the last
     */
    static <T> CompletionStage<T> whileItMoves(
            Supplier<CompletionStage<T>> attempt, Deadline deadline, Consumer<Throwable> refused) {
        return attempt.get().exceptionallyCompose(failure -> {
            Retry<T> call = new Retry<>(attempt, deadline, refused);
            call.failed(failure);
            return call.answer;
        });
    }

    /** One attempt at a time: nothing here is seen by two threads at once. */
    private void failed(Throwable failure) {
        boolean hasTime = deadline.left().compareTo(distance) > 0;
        if (!StoreFailure.isOfMove(failure) || !hasTime) {
            answer.completeExceptionally(failure);
            return;
        }
        refused.accept(failure);
        Executor later = CompletableFuture.delayedExecutor(distance.toMillis(), TimeUnit.MILLISECONDS);
        Duration doubled = distance.multipliedBy(2);
        distance = doubled.compareTo(LAST) < 0 ? doubled : LAST;
        later.execute(this::again);
    }

    private void again() {
        var unused = deadline.limit(attempt).whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                failed(failure);
            }
        });
    }
}
