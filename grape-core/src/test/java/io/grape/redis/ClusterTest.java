package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.AckLevel;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.tube.TubeSettings;
import io.grape.harness.Programs;
import io.grape.harness.RedisCluster;
import io.grape.harness.RedisNode;
import io.grape.redis.script.Keys;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is particular to a Redis Cluster: keys on several nodes, and masters that change. */
@Tag("apart")
final class ClusterTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final RedisCluster cluster = TestCluster.shared();
    private final String namespace = TestRedis.newNamespace();
    private final byte[] tubeKey = new Keys(namespace).tube(TUBE).keys()[0];
    private TestStore store;

    @BeforeEach
    void open() {
        cluster.awaitWhole();
        store = TestStore.open(TestCluster.uri(), namespace);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void tubesOnEveryNodeAreInOneRegistry() {
        Set<TubeName> names =
                IntStream.range(0, 60).mapToObj(i -> new TubeName("tube" + i)).collect(Collectors.toSet());
        names.forEach(name -> get(store.store().tubes().create(name, TubeSettings.DEFAULT)));
        assertThat(get(store.store().tubes().names())).isEqualTo(names);
        Keys keys = new Keys(namespace);
        assertThat(names.stream()
                        .map(name -> cluster.primaryOf(keys.tube(name).keys()[0]))
                        .distinct())
                .hasSize(3);
    }

    @Test
    void aDeadBrokersTubesAreAdopted() {
        RedisStoreOptions options = new RedisStoreOptions(
                TestCluster.uri(), namespace, "dead", TestStore.TIMEOUT.multipliedBy(10), Duration.ofSeconds(6));
        try (RedisStore dead = RedisStore.open(options, StoreListener.NONE)) {
            get(dead.brokers().announce(TUBE));
            get(dead.brokers().leave());
        }
        assertThat(get(store.store().brokers().heartbeat()).adopted()).containsExactly(TUBE);
    }

    @Test
    void aKilledMasterIsReplacedAndHintsStillArrive() {
        AtomicInteger hints = new AtomicInteger();
        get(store.store().wakeUps().subscribe((tube, wait) -> hints.incrementAndGet(), () -> {}));
        store.produce(20);
        assertThat(store.consume(5)).hasSize(5);
        RedisNode master = cluster.primaryOf(tubeKey);
        master.kill();
        try {
            assertThat(code(store.consumeAsync(1))).contains(ErrorCode.STORE_UNAVAILABLE);
            await().atMost(SOON).until(() -> code(describe()).isEmpty());

            assertThat(cluster.primaryOf(tubeKey).port()).isNotEqualTo(master.port());
            assertThat(store.tube().count(JobState.RETAINED)).isEqualTo(5);
            assertThat(store.consume(100)).hasSize(15);
            await().atMost(SOON).until(() -> isHinted(hints));
        } finally {
            master.restart();
            cluster.awaitWhole();
        }
    }

    @Test
    void theReplicaOfATubesMasterConfirmsItsJobs() {
        NewJob job = NewJob.of(new JobId("a"), Payload.binary(new byte[] {1}));
        await().atMost(SOON).untilAsserted(() -> assertThat(produced(job, 1)).isEmpty());
        assertThat(produced(job, 2))
                .hasValueSatisfying(failure -> assertThat(failure.detail()).contains("got 1"));
    }

    private Optional<GrapeException> produced(NewJob job, int replicas) {
        ProduceOptions terms = ProduceOptions.USUAL.ack(new AckLevel(replicas));
        return failure(store.store()
                .broker()
                .produce(TUBE, List.of(job), terms)
                .thenApply(outcomes -> outcomes.get(0).get()));
    }

    @Test
    void aStoppedMasterIsReplaced() {
        store.produce(20);
        RedisNode master = cluster.primaryOf(tubeKey);
        Programs.stop(master.process());
        try {
            assertThat(code(store.consumeAsync(1))).contains(ErrorCode.STORE_UNAVAILABLE);
            await().atMost(SOON).until(() -> code(describe()).isEmpty());
            store.finish(store.consume(1));
        } finally {
            Programs.resume(master.process());
            cluster.awaitWhole();
        }
        store.finish(store.consume(1));
    }

    private CompletionStage<?> describe() {
        return store.store().tubes().describe(TUBE);
    }

    /** Parks a consumer, and produces for it. */
    private boolean isHinted(AtomicInteger hints) {
        int before = hints.get();
        get(store.store().broker().consume(TUBE, 1000, Duration.ofMinutes(1)));
        get(store.produceAsync("hint" + before));
        get(store.store().tubes().resume(TUBE));
        return hints.get() > before;
    }
}
