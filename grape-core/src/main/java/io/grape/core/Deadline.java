package io.grape.core;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The deadline of a call. */
public record Deadline(long start, Duration timeout) {
    /** Shorter times are kept exactly. Longer ones may end late by a tick of the wheel. */
    private static final long LEAST_ON_WHEEL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Nearly every step ends long before its deadline. On the wheel, its timer is added and cancelled without waking a thread,
     * which {@link CompletableFuture#orTimeout} does.
     */
    private static final HashedWheelTimer WHEEL =
            new HashedWheelTimer(new DefaultThreadFactory("grape-deadlines", true), 100, TimeUnit.MILLISECONDS);

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
        if (nanos < LEAST_ON_WHEEL_NANOS) {
            CompletableFuture<Void> overdue = new CompletableFuture<>();
            var unused = overdue.completeOnTimeout(null, Math.max(1, nanos), TimeUnit.NANOSECONDS)
                    .thenRun(() -> call.completeExceptionally(failure.get()));
            var unusedToo = call.whenComplete((done, failed) -> overdue.cancel(false));
        } else {
            Timeout overdue =
                    WHEEL.newTimeout(late -> call.completeExceptionally(failure.get()), nanos, TimeUnit.NANOSECONDS);
            var unused = call.whenComplete((done, failed) -> overdue.cancel());
        }
    }
}
