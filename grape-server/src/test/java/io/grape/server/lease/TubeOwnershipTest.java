package io.grape.server.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.FakePort;
import io.grape.server.Node;
import io.lettuce.core.RedisClient;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No lease outlives its deadline, whoever gave it and whatever became of them. */
@Tag("slow")
class TubeOwnershipTest {
    private static final TubeName TUBE = new TubeName("orders");

    private final String namespace = TestRedis.newNamespace();
    private final Node here = Node.start(namespace);

    @AfterEach
    void close() {
        here.close();
    }

    private static NewJob job(String id, int maxAttempts) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[] {1}))
                .ttr(Duration.ofSeconds(1))
                .maxAttempts(maxAttempts);
    }

    private Tube describe() {
        return Node.get(here.store.tubes().describe(TUBE));
    }

    private void awaitFailed(long count) {
        await().atMost(Duration.ofSeconds(25)).until(() -> describe().count(JobState.FAILED) == count);
    }

    @Test
    void aLeaseThatRunsOutIsEndedWithoutAnyConsumer() {
        here.produce(TUBE, job("a", 1));
        here.consume(TUBE, 1, Duration.ZERO);
        awaitFailed(1);
        assertThat(describe().total(TubeCounter.EXPIRED)).isEqualTo(1);
    }

    @Test
    void theLeaseOfAJobThatWasTakenByItsIdIsEndedWithoutAnyConsumer() {
        here.produce(TUBE, job("a", 1));
        Node.get(here.parked.take(TUBE, new JobId("a")));
        assertThat(here.ownership.count()).isEqualTo(1);
        awaitFailed(1);
        assertThat(describe().total(TubeCounter.EXPIRED)).isEqualTo(1);
    }

    @Test
    void theTakenJobsOfABrokerThatDiedAreEndedByAnother() {
        Node doomed = Node.start(namespace);
        doomed.produce(TUBE, job("a", 1));
        Node.get(doomed.parked.take(TUBE, new JobId("a")));
        doomed.die();
        awaitFailed(1);
    }

    @Test
    void aTakeOfATubeThatIsNoneLeavesNothingBehind() {
        for (int i = 0; i < 10; i++) {
            assertThat(here.ownership
                            .take(new TubeName("ghost" + i), new JobId("a"))
                            .toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(25))
                    .withThrowableThat()
                    .withMessageContaining("tube ghost" + i + " does not exist");
        }
        assertThat(here.ownership.count()).isZero();
        assertThat(here.calls("take")).isZero();
        assertThat(here.calls("announce")).isZero();
    }

    /** Nobody else sees this tube: there is no loop that looks around. */
    @Test
    void aLeaseWhoseTakeWasNeverHeardOfIsEnded() {
        Vertx vertx = Vertx.vertx();
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            Node.get(store.broker().produce(TUBE, List.of(job("a", 1))));
            Broker mute = FakePort.of(
                    Broker.class,
                    Map.of(
                            "take",
                            of -> store.broker()
                                    .take((TubeName) of[0], (JobId) of[1])
                                    .thenApply(job -> {
                                        throw new GrapeException(ErrorCode.STORE_UNAVAILABLE, "lost");
                                    })));
            TubeOwnership ownership = new TubeOwnership(
                    mute, store.tubes(), store.brokers(), new LeaseExpiryTimers(vertx, store.tubes(), new OutageLog()));

            assertThat(ownership.take(TUBE, new JobId("a")).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(25));

            await().atMost(Duration.ofSeconds(25))
                    .until(() -> Node.get(store.tubes().describe(TUBE)).count(JobState.FAILED) == 1);
        } finally {
            vertx.close().await();
        }
    }

    /** Nobody else sees this tube: there is no loop that looks around. */
    @Test
    void aLeaseWhoseHandoutWasNeverHeardOfIsEnded() {
        Vertx vertx = Vertx.vertx();
        try (RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace())) {
            Node.get(store.broker().produce(TUBE, List.of(job("a", 1))));
            Broker mute = FakePort.of(
                    Broker.class,
                    Map.of(
                            "consume",
                            of -> store.broker()
                                    .consume((TubeName) of[0], (int) of[1], (Duration) of[2])
                                    .thenApply(handout -> {
                                        throw new GrapeException(ErrorCode.STORE_UNAVAILABLE, "lost");
                                    })));
            TubeOwnership ownership = new TubeOwnership(
                    mute, store.tubes(), store.brokers(), new LeaseExpiryTimers(vertx, store.tubes(), new OutageLog()));

            assertThat(ownership.consume(TUBE, 1, Duration.ZERO).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(25));

            await().atMost(Duration.ofSeconds(25))
                    .until(() -> Node.get(store.tubes().describe(TUBE)).count(JobState.FAILED) == 1);
        } finally {
            vertx.close().await();
        }
    }

    @Test
    void theLeasesOfABrokerThatDiedAreEndedByAnother() {
        Node doomed = Node.start(namespace);
        for (int i = 0; i < 400; i++) {
            Node.get(doomed.store.tubes().create(new TubeName("tube" + i), TubeSettings.DEFAULT));
        }
        doomed.produce(TUBE, job("a", 1));
        await().until(() -> here.heartbeat.known().size() == 401);
        doomed.consume(TUBE, 1, Duration.ZERO);
        doomed.die();
        awaitFailed(1);
    }

    @Test
    void aBrokerThatComesLaterEndsLeasesThatNobodyAnnounced() {
        here.produce(TUBE, job("a", 1));
        assertThat(Node.get(here.broker().consume(TUBE, 1, Duration.ZERO)).jobs())
                .hasSize(1);
        try (Node later = Node.start(namespace)) {
            awaitFailed(1);
            assertThat(later.heartbeat.known()).containsExactly(TUBE);
        }
    }

    @Test
    void tubesThatOthersMakeOrRemoveAreFound() {
        try (Node there = Node.start(namespace)) {
            Node.get(there.store.tubes().create(TUBE, TubeSettings.DEFAULT));
            await().until(() -> here.heartbeat.known().contains(TUBE));
            Node.get(there.store.tubes().delete(TUBE));
            await().until(() -> !here.heartbeat.known().contains(TUBE));
        }
    }

    @Test
    void announcementsThatRedisLostAreMadeAgain() {
        here.produce(TUBE, "a");
        here.consume(TUBE, 1, Duration.ZERO);
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            String key = redis.sync().keys("{" + namespace + ":tubes}:broker:*").get(0);
            redis.sync().del(key);
            await().until(() -> redis.sync().sismember(key, TUBE.value()));
        } finally {
            client.shutdown();
        }
    }

    /** A client may ask for any number of them. */
    @Test
    void tubesThatAreNoneAreNotAnnounced() {
        long before = here.calls();
        for (int i = 0; i < 100; i++) {
            assertThat(here.consume(new TubeName("ghost" + i), 1, Duration.ZERO))
                    .isEmpty();
        }
        assertThat(here.calls("hmget")).isEqualTo(100);
        assertThat(here.calls() - before).isLessThan(150);
        assertThat(here.consume(TUBE, 1, Duration.ofMillis(50))).isEmpty();
        assertThat(here.ownership.count()).isZero();
        assertThat(here.calls("announce")).isZero();
        assertThat(Node.get(here.store.brokers().heartbeat()).announced()).isZero();
    }

    private static <T> CompletionStage<T> noted(List<String> order, String call, CompletionStage<T> answer) {
        order.add(call);
        return answer;
    }

    @Test
    void aTubeIsAnnouncedBeforeItsFirstHandOut() {
        List<String> order = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> announced = new CompletableFuture<>();
        CompletableFuture<ConsumeResult> nothing =
                CompletableFuture.completedFuture(new ConsumeResult(List.of(), Instant.EPOCH, null));
        Broker broker = FakePort.of(Broker.class, Map.of("consume", of -> noted(order, "consume", nothing)));
        BrokerRegistry brokers =
                FakePort.of(BrokerRegistry.class, Map.of("announce", of -> noted(order, "announce", announced)));
        TubeOwnership ownership = new TubeOwnership(broker, here.store.tubes(), brokers, here.timers);
        Node.get(here.store.tubes().create(TUBE, TubeSettings.DEFAULT));

        CompletionStage<ConsumeResult> first = ownership.consume(TUBE, 1, Duration.ZERO);
        CompletionStage<ConsumeResult> second = ownership.consume(TUBE, 1, Duration.ZERO);
        await().until(() -> !order.isEmpty());
        assertThat(order).containsExactly("announce");
        announced.complete(null);
        Node.get(first);
        Node.get(second);
        assertThat(order).containsExactly("announce", "consume", "consume");
    }

    @Test
    void aTubeThatCannotBeLookedAtStopsNeitherTheOthersNorTheLoop() {
        TubeName broken = new TubeName("broken");
        Node.get(here.store.tubes().create(broken, TubeSettings.DEFAULT));
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            redis.sync().set(namespace + ":{broken}:retain", "not a sorted set");
            for (int i = 0; i < 20; i++) {
                here.timers.look(broken);
            }
            here.produce(TUBE, job("a", 1));
            here.consume(TUBE, 1, Duration.ZERO);
            awaitFailed(1);
            await().until(() -> here.heartbeat.sinceSuccess().compareTo(Duration.ofSeconds(1)) < 0);
            redis.sync().del(namespace + ":{broken}:retain");
        } finally {
            client.shutdown();
        }
        here.produce(broken, job("b", 1));
        here.consume(broken, 1, Duration.ZERO);
        await().atMost(Duration.ofSeconds(25))
                .until(() -> Node.get(here.store.tubes().describe(broken)).count(JobState.FAILED) == 1);
    }
}
