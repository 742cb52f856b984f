package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.harness.RedisCluster;
import io.grape.redis.script.Keys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The clocks of a cluster's nodes differ: none is taken for that of another. */
@Tag("apart")
final class NodeClocksTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final RedisCluster cluster = TestCluster.shared();
    private final String namespace = TestRedis.newNamespace();
    private final AtomicInteger consumes = new AtomicInteger();
    private final RedisStore store = RedisStore.open(
            TestRedis.options(TestCluster.uri(), namespace),
            (call, took, succeeded) -> consumes.addAndGet(call.equals("consume") ? 1 : 0),
            SettableClock.LUA);

    @AfterEach
    void close() {
        store.close();
    }

    private byte[] key(TubeName tube) {
        return new Keys(namespace).tube(tube).keys()[0];
    }

    private void setClock(TubeName tube, Instant now) {
        String clock = SettableClock.key(namespace, tube);
        cluster.primaryOf(clock.getBytes(StandardCharsets.UTF_8))
                .ask(redis -> redis.set(clock, Long.toString(now.toEpochMilli())));
    }

    private void produceAndConsume(TubeName tube, String id) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
        get(store.broker().produce(tube, List.of(job))).forEach(ItemResult::get);
        assertThat(get(store.broker().consume(tube, 1, Duration.ZERO)).jobs()).hasSize(1);
    }

    @Test
    void aConsumeTakesOneRunThoughANodeIsAheadOfTheOthers() {
        TubeName here = new TubeName("here");
        TubeName elsewhere = IntStream.range(0, 1000)
                .mapToObj(i -> new TubeName("elsewhere" + i))
                .filter(tube -> !cluster.primaryOf(key(tube)).equals(cluster.primaryOf(key(here))))
                .findFirst()
                .orElseThrow();
        setClock(here, NOW);
        setClock(elsewhere, NOW.plus(Duration.ofHours(1)));
        for (int i = 0; i < 5; i++) {
            produceAndConsume(here, "a" + i);
            produceAndConsume(elsewhere, "b" + i);
        }
        assertThat(consumes).hasValue(10);
    }
}
