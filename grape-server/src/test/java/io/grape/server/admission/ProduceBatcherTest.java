package io.grape.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaRate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is counted together, and who of it is allowed. */
class ProduceBatcherTest {
    private static final Duration LATER = Duration.ofSeconds(3);
    private static final QuotaClient ANN = client("ann");

    private final List<String> scripts = new ArrayList<>();
    private final Deque<CompletableFuture<QuotaGrant>> running = new ArrayDeque<>();
    private final ProduceBatcher batcher = new ProduceBatcher((client, jobs) -> {
        scripts.add(client.name() + " " + jobs);
        CompletableFuture<QuotaGrant> grant = new CompletableFuture<>();
        running.add(grant);
        return grant;
    });

    private static QuotaClient client(String name) {
        return new QuotaClient(name, name, new Quota(new QuotaRate(1, 1), null, null));
    }

    private void allow(int jobs) {
        running.remove().complete(new QuotaGrant(jobs, LATER, false));
    }

    private static int jobs(CompletionStage<QuotaGrant> grant) {
        return grant.toCompletableFuture().join().jobs();
    }

    @Test
    void producesThatComeWhileAScriptRunsAreCountedByTheNextOne() {
        CompletionStage<QuotaGrant> first = batcher.count(ANN, 1);
        List<CompletionStage<QuotaGrant>> others =
                IntStream.range(0, 5).mapToObj(number -> batcher.count(ANN, 2)).toList();
        assertThat(scripts).containsExactly("ann 1");
        allow(1);
        assertThat(scripts).containsExactly("ann 1", "ann 10");
        assertThat(jobs(first)).isEqualTo(1);
        allow(5);
        assertThat(others).extracting(ProduceBatcherTest::jobs).containsExactly(2, 2, 1, 0, 0);
        assertThat(others.get(4).toCompletableFuture().join().retryAfter()).isEqualTo(LATER);
        batcher.count(ANN, 3);
        assertThat(scripts).containsExactly("ann 1", "ann 10", "ann 3");
    }

    @Test
    void clientsDoNotWaitForEachOther() {
        batcher.count(ANN, 1);
        batcher.count(client("bob"), 1);
        assertThat(scripts).containsExactly("ann 1", "bob 1");
    }

    @Test
    void failedCountFailsItsProducesAndTheNextAreCounted() {
        batcher.count(ANN, 1);
        List<CompletionStage<QuotaGrant>> together = List.of(batcher.count(ANN, 1), batcher.count(ANN, 1));
        allow(1);
        CompletionStage<QuotaGrant> next = batcher.count(ANN, 4);
        running.remove().completeExceptionally(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "away"));
        assertThat(together).allMatch(one -> one.toCompletableFuture().isCompletedExceptionally());
        allow(4);
        assertThat(jobs(next)).isEqualTo(4);
    }
}
