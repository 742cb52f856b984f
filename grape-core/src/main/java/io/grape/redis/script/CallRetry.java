package io.grape.redis.script;

import io.grape.core.Deadline;
import io.grape.redis.connection.StoreFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A call that is retried if that does no harm, at growing intervals, and only before its deadline. */
public final class CallRetry<T> {
    private static final Duration FIRST = Duration.ofMillis(5);
    /** About the delay of a call after a move has ended. */
    private static final Duration LAST_OF_A_MOVE = Duration.ofMillis(50);
    /** There may be many calls, and an outage may be long. */
    private static final Duration LAST_OF_AN_OUTAGE = Duration.ofSeconds(1);

    private final Supplier<CompletionStage<T>> attempt;
    private final Deadline deadline;
    private final Reason reason;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private Duration distance = FIRST;

    /**
     * The reason for a retry.
     *
     * @param covers whether a failure is of that kind
     * @param refused receives each failure but the last
     * @param last the maximum interval between attempts
     */
    private record Reason(Predicate<Throwable> covers, Consumer<Throwable> refused, Duration last) {}

    private CallRetry(Supplier<CompletionStage<T>> attempt, Deadline deadline, Reason reason) {
        this.attempt = attempt;
        this.deadline = deadline;
        this.reason = reason;
    }

    /**
     * Retries a call that failed because its slot moves to another node of a Cluster. Redis refuses it before anything
     * is done. The first attempt after the move succeeds.
     *
     * @param refused receives each failure but the last
     */
    static <T> CompletionStage<T> whileItMoves(
            Throwable failure, Supplier<CompletionStage<T>> attempt, Deadline deadline, Consumer<Throwable> refused) {
        return made(failure, attempt, deadline, new Reason(StoreFailure::isOfMove, refused, LAST_OF_A_MOVE));
    }

    /** Makes an idempotent call, and retries it while Redis is unavailable. */
    public static <T> CompletionStage<T> whileItIsAway(Supplier<CompletionStage<T>> attempt, Deadline deadline) {
        Reason reason = new Reason(StoreFailure::isOfOutage, failure -> {}, LAST_OF_AN_OUTAGE);
        return attempt.get().exceptionallyCompose(failure -> made(failure, attempt, deadline, reason));
    }

    private static <T> CompletionStage<T> made(
            Throwable failure, Supplier<CompletionStage<T>> attempt, Deadline deadline, Reason reason) {
        CallRetry<T> call = new CallRetry<>(attempt, deadline, reason);
        call.failed(failure);
        return call.answer;
    }

    /** Whether a call whose slot moves is retried without a limit of attempts. */
    static boolean hasTime(Deadline deadline) {
        return deadline.left().compareTo(LAST_OF_A_MOVE) > 0;
    }

    /** Only one attempt runs at a time, so no two threads use this at once. */
    private void failed(Throwable failure) {
        boolean hasTime = deadline.left().compareTo(distance) > 0;
        if (!reason.covers.test(failure) || !hasTime) {
            answer.completeExceptionally(failure);
            return;
        }
        reason.refused.accept(failure);
        Executor later = CompletableFuture.delayedExecutor(distance.toMillis(), TimeUnit.MILLISECONDS, Runnable::run);
        Duration doubled = distance.multipliedBy(2);
        distance = doubled.compareTo(reason.last) < 0 ? doubled : reason.last;
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
