package io.grape.server.beanstalkd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Computes an expensive answer for any number of callers, one at a time. Callers that come while it is computed share the next
 * one, so nobody gets an answer that is older than their call. Thread-safe.
 */
final class SharedAnswer<T> {
    private final Supplier<CompletionStage<T>> source;
    private @Nullable CompletableFuture<T> running;
    private @Nullable CompletableFuture<T> next;

    SharedAnswer(Supplier<CompletionStage<T>> source) {
        this.source = source;
    }

    CompletionStage<T> get() {
        CompletableFuture<T> mine;
        synchronized (this) {
            if (running != null) {
                if (next == null) {
                    next = new CompletableFuture<>();
                }
                return next;
            }
            mine = new CompletableFuture<>();
            running = mine;
        }
        compute(mine);
        return mine;
    }

    private void compute(CompletableFuture<T> answer) {
        CompletionStage<T> computed;
        try {
            computed = source.get();
        } catch (RuntimeException e) {
            computed = CompletableFuture.failedStage(e);
        }
        var unused = computed.whenComplete((value, failure) -> {
            CompletableFuture<T> following;
            synchronized (this) {
                following = next;
                running = next;
                next = null;
            }
            if (following != null) {
                compute(following);
            }
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }
}
