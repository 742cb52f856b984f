package io.grape.server.failure;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One question about many, so many of them at a time. */
public final class FanOut<A, R> {
    private final Queue<A> waiting;
    private final Function<A, ? extends CompletionStage<? extends @Nullable R>> question;
    private final AtomicInteger open;
    private final Map<A, R> answers = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private FanOut(Collection<A> all, Function<A, ? extends CompletionStage<? extends @Nullable R>> question) {
        this.waiting = new ConcurrentLinkedQueue<>(all);
        this.question = question;
        this.open = new AtomicInteger(all.size());
    }

    /** The responses, in the order of who was asked; null is none. The first failure ends it, and no more are asked. */
    public static <A, R> CompletionStage<Map<A, R>> ask(
            Collection<A> all,
            int concurrency,
            Function<A, ? extends CompletionStage<? extends @Nullable R>> question) {
        if (all.isEmpty()) {
            return CompletableFuture.completedStage(Map.of());
        }
        FanOut<A, R> asked = new FanOut<>(all, question);
        for (int lane = 0; lane < concurrency; lane++) {
            asked.askOn();
        }
        return asked.end.thenApply(done -> asked.inOrder(all));
    }

    /** The same of tubes: there is no response of one that is gone meanwhile, or broken. */
    public static <R> CompletionStage<Map<TubeName, R>> tubes(
            Collection<TubeName> tubes, int concurrency, Function<TubeName, CompletionStage<R>> question) {
        return ask(
                tubes,
                concurrency,
                tube -> question.apply(tube)
                        .exceptionallyCompose(failure -> isPassedOver(tube, failure)
                                ? CompletableFuture.<@Nullable R>completedStage(null)
                                : CompletableFuture.failedStage(failure)));
    }

    private static boolean isPassedOver(TubeName tube, Throwable failure) {
        return Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                || Failures.is(ErrorCode.JOB_NOT_FOUND, failure)
                || BrokenTubes.passedOver(tube, failure);
    }

    /** A loop: of responses that are there at once, each would stand on the one before. */
    private void askOn() {
        for (A one = waiting.poll(); one != null; one = waiting.poll()) {
            A asked = one;
            CompletableFuture<? extends @Nullable R> answer = answer(asked);
            boolean isThere = answer.isDone();
            var unused = answer.whenComplete((found, failure) -> {
                took(asked, found, failure);
                if (!isThere) {
                    askOn();
                }
            });
            if (!isThere) {
                return;
            }
        }
    }

    private CompletableFuture<? extends @Nullable R> answer(A asked) {
        try {
            return question.apply(asked).toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void took(A asked, @Nullable R found, @Nullable Throwable failure) {
        if (failure != null) {
            waiting.clear();
            end.completeExceptionally(failure);
            return;
        }
        if (found != null) {
            answers.put(asked, found);
        }
        if (open.decrementAndGet() == 0) {
            end.complete(null);
        }
    }

    private Map<A, R> inOrder(Collection<A> all) {
        Map<A, R> ordered = new LinkedHashMap<>();
        for (A one : all) {
            R answer = answers.get(one);
            if (answer != null) {
                ordered.put(one, answer);
            }
        }
        return ordered;
    }
}
