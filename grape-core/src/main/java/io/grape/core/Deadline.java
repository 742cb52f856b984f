package io.grape.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The deadline of a call. */
public record Deadline(long start, Duration timeout) {
    public static Deadline in(Duration timeout) {
        return new Deadline(System.nanoTime(), timeout);
    }

    /** Of {@link System#nanoTime()}. */
    public long end() {
        return start + timeout.toNanos();
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    public Duration left() {
        return timeout.minus(elapsed());
    }

    public boolean isBefore(Deadline other) {
        return left().compareTo(other.left()) < 0;
    }

    public boolean isOver() {
        return left().toNanos() <= 0;
    }

    /** Starts one step of the call, which ends by the deadline. Does not start it after the deadline. */
    public <T> CompletableFuture<T> limit(Supplier<CompletionStage<T>> step) {
        long left = left().toNanos();
        if (left <= 0) {
            return CompletableFuture.failedFuture(new TimeoutException());
        }
        CompletableFuture<T> begun = step.get().toCompletableFuture();
        failAfter(begun, left, TimeoutException::new);
        return begun;
    }

    /** Fails a call that has not ended after so many nanoseconds. */
    static void failAfter(CompletableFuture<?> call, long nanos, Supplier<Exception> failure) {
        if (call.isDone()) {
            return;
        }
        if (nanos < DeadlineSweep.LEAST_NANOS) {
            CompletableFuture<Void> overdue = new CompletableFuture<>();
            var unused = overdue.completeOnTimeout(null, Math.max(1, nanos), TimeUnit.NANOSECONDS)
                    .thenRun(() -> call.completeExceptionally(failure.get()));
            var unusedToo = call.whenComplete((done, failed) -> overdue.cancel(false));
        } else {
            DeadlineSweep.Limit overdue = DeadlineSweep.add(nanos, () -> call.completeExceptionally(failure.get()));
            var unused = call.whenComplete((done, failed) -> overdue.cancel());
        }
    }
}
