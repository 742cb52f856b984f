package io.grape.server.live;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One answer for all who ask within a while. A failure is for those who wait for it, and nobody after them. */
final class SingleFlight<T> {
    private final Supplier<CompletionStage<T>> source;
    private final long freshNanos;
    private @Nullable CompletableFuture<T> last;
    private long askedAt;

    SingleFlight(Duration fresh, Supplier<CompletionStage<T>> source) {
        this.source = source;
        this.freshNanos = fresh.toNanos();
    }

    synchronized CompletionStage<T> get() {
        CompletableFuture<T> answer = last;
        boolean isFresh = System.nanoTime() - askedAt < freshNanos;
        if (answer == null || answer.isCompletedExceptionally() || (answer.isDone() && !isFresh)) {
            askedAt = System.nanoTime();
            answer = source.get().toCompletableFuture();
            last = answer;
        }
        return answer;
    }
}
