package io.grape.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaGrant;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is counted while Redis does not respond for the quotas. */
class QuotaCountsTest {
    private static final QuotaGrant NONE = new QuotaGrant(0, Duration.ofSeconds(1), false);
    private static final QuotaClient ANN = new QuotaClient("ann", "ann", new Quota(new QuotaRate(1, 1), null, 5));

    private long now = 1;
    private final List<CompletableFuture<QuotaGrant>> sent = new ArrayList<>();
    private final List<Object> ended = new ArrayList<>();
    private final QuotaCounts counts = new QuotaCounts(
            (Quotas) Proxy.newProxyInstance(
                    Quotas.class.getClassLoader(), new Class<?>[] {Quotas.class}, (proxy, method, given) -> {
                        CompletableFuture<QuotaGrant> grant = new CompletableFuture<>();
                        sent.add(grant);
                        if (method.getName().equals("end")) {
                            ended.add(Set.copyOf((Collection<?>) given[1]));
                        }
                        return grant;
                    }),
            () -> now);

    private static QuotaUse step(int counted, int wanted) {
        return new QuotaUse(QuotaPart.CONSUME, ":call", counted, wanted, null, List.of(), true);
    }

    private static int jobs(CompletionStage<QuotaGrant> grant) {
        return grant.toCompletableFuture().getNow(NONE).jobs();
    }

    private void after(Duration time) {
        now += time.toNanos();
    }

    private CompletionStage<QuotaGrant> call() {
        return counts.use(ANN, step(0, 3));
    }

    private static void fail(CompletableFuture<QuotaGrant> grant) {
        grant.completeExceptionally(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "away"));
    }

    @Test
    void callIsAllowedIfRedisFailsAndTheNextOneIsCounted() {
        CompletionStage<QuotaGrant> failed = call();
        fail(sent.get(0));
        assertThat(jobs(failed)).isEqualTo(3);
        assertThat(counts.uncounted()).hasValue(1);
        CompletionStage<QuotaGrant> next = call();
        sent.get(1).complete(NONE);
        assertThat(jobs(next)).isZero();
        assertThat(counts.uncounted()).hasValue(1);
    }

    @Test
    void callsDoNotWaitAfterASecondOfSilence() {
        CompletionStage<QuotaGrant> first = call();
        after(Duration.ofMillis(999));
        CompletionStage<QuotaGrant> second = call();
        assertThat(List.of(first, second))
                .noneMatch(one -> one.toCompletableFuture().isDone());
        after(Duration.ofMillis(2));
        assertThat(jobs(call())).isEqualTo(3);
        assertThat(sent).hasSize(2);
        sent.get(0).complete(NONE);
        assertThat(jobs(first)).isZero();
        assertThat(call().toCompletableFuture()).isNotDone();
        assertThat(sent).hasSize(3);
    }

    /** Or a place in flight would stay taken. */
    @Test
    void jobsAreGivenBackDuringTheSilence() {
        var unused = call();
        after(Duration.ofSeconds(2));
        assertThat(counts.use(ANN, step(2, 0)).toCompletableFuture()).isCompleted();
        assertThat(sent).hasSize(2);
        counts.hasResponded();
        assertThat(call().toCompletableFuture()).isNotDone();
    }

    @Test
    void endedCallsAreReportedOnceRedisResponds() {
        counts.end(ANN, List.of("t:1", "t:2"));
        var unused = counts.use(ANN, step(0, 0));
        assertThat(sent).hasSize(2);
        sent.forEach(QuotaCountsTest::fail);
        counts.reportAgain();
        assertThat(ended).containsExactly(Set.of("t:1", "t:2"), Set.of("t:1", "t:2", ":call"));
        sent.get(2).complete(NONE);
        counts.reportAgain();
        assertThat(ended).hasSize(2);
    }

    @Test
    void batchedProducesKeepTheirOrderDuringTheSilence() {
        QuotaClient rated = new QuotaClient("bob", "bob", new Quota(new QuotaRate(1, 1), null, null));
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, 5).forEach(at -> counts.produce(rated, ":call", 1).thenRun(() -> order.add(at)));
        after(Duration.ofSeconds(2));
        fail(sent.get(0));
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(sent).hasSize(1);
    }
}
