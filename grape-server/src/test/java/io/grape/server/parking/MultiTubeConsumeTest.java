package io.grape.server.parking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.Job;
import io.grape.core.job.PendingConsume;
import io.grape.server.Node;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Consumers of many tubes at a broker whose room for answers is taken. */
@Tag("slow")
class MultiTubeConsumeTest extends ParkedConsumersSteps {
    private static final int ALL = 10_000_000;
    private static final Duration SOON = Duration.ofSeconds(3);
    private static final List<TubeName> MANY =
            IntStream.range(0, 20).mapToObj(i -> new TubeName("tube" + i)).toList();
    private static final TubeName LAST = MANY.get(19);

    private final Vertx vertx = Vertx.vertx();
    private final MemoryBudget answers = new MemoryBudget(ALL);
    private final MemoryBudget enough = new MemoryBudget(ALL);
    private final MemoryBudget.Share others = answers.share();
    private final ParkedConsumers small = new ParkedConsumers(
            vertx,
            here.broker(),
            here.ownership,
            new OutageLog(),
            new MemoryBudgets(enough, enough, answers, enough, enough, 1_000_000));

    @BeforeEach
    void othersHoldEverything() {
        others.hold(ALL);
    }

    @AfterEach
    void stop() {
        small.drain().await();
        vertx.close().await();
    }

    private CompletionStage<List<Job>> consume(Duration wait) {
        return small.consume(MANY, 1, wait).jobs();
    }

    private static void assertIsOverloaded(CompletionStage<List<Job>> jobs) {
        assertThatThrownBy(() -> Node.get(jobs))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED));
    }

    @Test
    void allTubesHaveOnePatience() {
        assertIsOverloaded(consume(Duration.ZERO));
    }

    @Test
    void aShortWaitIsNotMadeLongByManyTubes() {
        assertIsOverloaded(consume(Duration.ofMillis(100)));
    }

    @Test
    void whoHasWaitedForRoomGoesOnWaitingForAllTubes() {
        CompletionStage<List<Job>> jobs = consume(LONG);
        await().until(() -> small.count() == 1);
        others.release();
        there.produce(LAST, "a");
        assertThat(ids(Node.get(jobs))).containsExactly("a");
    }

    @Test
    void whoEndsWithNothingHasSeenAllTubes() {
        there.produce(LAST, "a");
        CompletionStage<List<Job>> jobs = consume(Duration.ofMillis(50));
        await().until(() -> small.count() == 1);
        others.release();
        assertThat(ids(Node.get(jobs))).containsExactly("a");
    }

    @Test
    void nobodyWaitsBehindOneThatIsGone() {
        PendingConsume visit = small.consume(MANY, 1, Duration.ZERO);
        CompletionStage<Void> next = answers.share().await(1, SOON);
        others.give(2);
        assertThat(next.toCompletableFuture()).isNotDone();
        visit.leave();
        Node.get(next);
    }
}
