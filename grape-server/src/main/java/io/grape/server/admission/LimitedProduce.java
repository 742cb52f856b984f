package io.grape.server.admission;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.server.failure.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** One produce of a client that has a quota. */
final class LimitedProduce {
    private final QuotaCache quotas;
    private final QuotaClient client;
    private final String call = QuotaCounts.newCall();

    LimitedProduce(QuotaCache quotas, QuotaClient client) {
        this.quotas = quotas;
        this.client = client;
    }

    <T> CompletionStage<T> one(Supplier<CompletionStage<T>> produce) {
        return quotas.counts().produce(client, call, 1).thenCompose(grant -> {
            if (grant.jobs() == 0) {
                return CompletableFuture.failedStage(refused(grant, 1));
            }
            return ended(produce, 1);
        });
    }

    <J, T> CompletionStage<List<ItemResult<T>>> all(
            List<J> jobs, Function<List<J>, CompletionStage<List<ItemResult<T>>>> produce) {
        return quotas.counts().produce(client, call, jobs.size()).thenCompose(grant -> {
            int allowed = grant.jobs();
            if (allowed == jobs.size()) {
                return ended(() -> produce.apply(jobs), allowed);
            }
            GrapeException refused = refused(grant, jobs.size() - allowed);
            if (grant.isFull()) {
                return CompletableFuture.failedStage(refused);
            }
            CompletionStage<List<ItemResult<T>>> done = allowed == 0
                    ? CompletableFuture.completedStage(List.of())
                    : ended(() -> produce.apply(jobs.subList(0, allowed)), allowed);
            return done.thenApply(results -> {
                List<ItemResult<T>> all = new ArrayList<>(results);
                while (all.size() < jobs.size()) {
                    all.add(ItemResult.failed(refused));
                }
                return all;
            });
        });
    }

    /** Produces as many jobs as the quota grants. The grant of those that were not created is given back before the stage completes. */
    <T> CompletionStage<T> some(int wanted, IntFunction<CompletionStage<T>> produce, ToIntFunction<T> made) {
        return quotas.counts().produce(client, call, wanted).thenCompose(grant -> {
            int allowed = grant.jobs();
            if (allowed == 0) {
                return CompletableFuture.failedStage(refused(grant, wanted));
            }
            return ended(() -> produce.apply(allowed), allowed).thenCompose(done -> {
                int left = allowed - made.applyAsInt(done);
                return left == 0
                        ? CompletableFuture.completedStage(done)
                        : quotas.counts().giveBack(client, call, left).handle((given, failure) -> done);
            });
        });
    }

    private GrapeException refused(QuotaGrant grant, int jobs) {
        boolean isFull = grant.isFull();
        quotas.refused().count(client.quotaName(), isFull ? QuotaPart.IN_FLIGHT : QuotaPart.PRODUCE, isFull ? 1 : jobs);
        return Refusals.of(client, QuotaPart.PRODUCE, grant);
    }

    private <T> CompletionStage<T> ended(Supplier<CompletionStage<T>> produce, int allowed) {
        return CompletableFuture.completedStage(produce)
                .thenCompose(Supplier::get)
                .whenComplete((done, failure) -> {
                    if (failure != null && wasNotDone(failure)) {
                        quotas.counts().giveBack(client, call, allowed);
                    } else if (client.quota().inFlight() != null) {
                        quotas.counts().end(client, List.of(call));
                    }
                });
    }

    private static boolean wasNotDone(Throwable failure) {
        return Failures.isShed(failure) || Failures.is(ErrorCode.DEADLINE_EXCEEDED, failure);
    }
}
