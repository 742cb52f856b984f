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
        return left > 0
                ? step.get().toCompletableFuture().orTimeout(left, TimeUnit.NANOSECONDS)
                : CompletableFuture.failedFuture(new TimeoutException());
    }
}
