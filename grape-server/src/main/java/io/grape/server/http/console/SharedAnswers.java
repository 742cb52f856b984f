package io.grape.server.http.console;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** One answer for all who ask the same question before it is answered. Thread-safe. */
final class SharedAnswers<Q, A> {
    private final ConcurrentMap<Q, CompletableFuture<A>> pending = new ConcurrentHashMap<>();

    CompletionStage<A> get(Q question, Supplier<CompletionStage<A>> source) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        CompletableFuture<A> earlier = pending.putIfAbsent(question, answer);
        if (earlier != null) {
            return earlier;
        }
        CompletionStage<A> started;
        try {
            started = source.get();
        } catch (RuntimeException e) {
            started = CompletableFuture.failedStage(e);
        }
        started.whenComplete((value, failure) -> {
            pending.remove(question, answer);
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }
}
