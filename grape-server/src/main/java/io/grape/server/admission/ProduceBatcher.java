package io.grape.server.admission;

import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts the produces of clients in batches. While a script counts produces of a client, its further ones wait, and the next script
 * counts them together. So a burst costs few scripts, whether it is allowed or refused. Thread-safe.
 */
final class ProduceBatcher {
    private final Count count;
    /** The produces that wait, by client. A client has a list while a script counts for it. */
    private final Map<String, List<Waiting>> waiting = new HashMap<>();

    /** One script that counts jobs of a client. */
    @FunctionalInterface
    interface Count {
        CompletionStage<QuotaGrant> of(QuotaClient client, int jobs);
    }

    private record Waiting(QuotaClient client, int jobs, CompletableFuture<QuotaGrant> grant) {}

    ProduceBatcher(Count count) {
        this.count = count;
    }

    /** How many of the jobs the quota grants. Earlier produces are granted first. */
    CompletionStage<QuotaGrant> count(QuotaClient client, int jobs) {
        Waiting one = new Waiting(client, jobs, new CompletableFuture<>());
        if (isFirst(one)) {
            run(List.of(one));
        }
        return one.grant;
    }

    private synchronized boolean isFirst(Waiting one) {
        List<Waiting> others = waiting.putIfAbsent(one.client.name(), new ArrayList<>());
        if (others != null) {
            others.add(one);
        }
        return others == null;
    }

    /** The produces that came while the script ran. */
    private synchronized List<Waiting> next(String client) {
        List<Waiting> others = waiting.remove(client);
        if (others == null || others.isEmpty()) {
            return List.of();
        }
        waiting.put(client, new ArrayList<>());
        return others;
    }

    private void run(List<Waiting> some) {
        QuotaClient latest = some.get(some.size() - 1).client;
        int jobs = some.stream().mapToInt(Waiting::jobs).sum();
        CompletableFuture.completedStage(latest)
                .thenCompose(client -> count.of(client, jobs))
                .whenComplete((grant, failure) -> {
                    distribute(some, grant, failure);
                    List<Waiting> next = next(latest.name());
                    if (!next.isEmpty()) {
                        run(next);
                    }
                });
    }

    private static void distribute(List<Waiting> some, @Nullable QuotaGrant grant, @Nullable Throwable failure) {
        int left = grant == null ? 0 : grant.jobs();
        for (Waiting one : some) {
            if (grant == null) {
                one.grant.completeExceptionally(failure);
            } else {
                int jobs = Math.min(one.jobs, left);
                left -= jobs;
                one.grant.complete(new QuotaGrant(jobs, grant.retryAfter(), grant.isFull()));
            }
        }
    }
}
