package io.grape.server.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.broker.RepairPass;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Tube;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.TestRedis;
import io.grape.redis.script.StoreListener;
import io.grape.server.LogLines;
import io.grape.server.Node;
import io.grape.server.lease.OutageLog;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The self-check over a Redis: what it puts right and tells, and who goes on with it. */
class RepairLoopTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final RepairRate BRISK =
            new RepairRate(100_000, 100_000, Duration.ofMillis(20), Duration.ofMillis(20));
    private static final RepairRate ONE_ROUND =
            new RepairRate(100_000, 100_000, Duration.ofHours(1), Duration.ofMillis(20));

    private final String namespace = TestRedis.newNamespace();
    private final Vertx vertx = Vertx.vertx();
    private final RawRedis redis = RawRedis.to(TestRedis.uri());
    private final AtomicInteger looked = new AtomicInteger();
    private final List<RedisStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        vertx.close().await();
        stores.forEach(RedisStore::close);
        redis.close();
    }

    private RedisStore store() {
        RedisStore store = RedisStore.open(
                new RedisStoreOptions(
                        TestRedis.uri(), namespace, UUID.randomUUID().toString(), SOON, Duration.ofMillis(500)),
                StoreListener.NONE);
        stores.add(store);
        Node.get(store.brokers().heartbeat());
        return store;
    }

    private RepairLoop start(RepairPass repairs, RepairRate rate) {
        RepairLoop check =
                new RepairLoop(vertx, repairs, new OutageLog(), rate, new RepairLoad(() -> 0, looked::addAndGet));
        check.start();
        return check;
    }

    private static void produce(RedisStore store, String... ids) {
        for (String id : ids) {
            NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
            Node.get(store.broker().produce(TUBE, List.of(job))).get(0).get();
        }
    }

    private String key(String end) {
        return namespace + ":{" + TUBE + "}:" + end;
    }

    private static Tube tube(RedisStore store) {
        return Node.get(store.tubes().describe(TUBE));
    }

    private static long recovered(RedisStore store) {
        return tube(store).repairs().getOrDefault(Inconsistency.RECOVERED, 0L);
    }

    @Test
    void whatIsPutRightIsTold() {
        RedisStore store = store();
        produce(store, "a", "b");
        redis.commands().del(key("delay"));
        redis.commands().hset(namespace + ":{gone}:j:stray", "d", "x");
        try (LogLines lines = LogLines.of(RepairLoop.class)) {
            RepairLoop check = start(store.repairs(), ONE_ROUND);
            await().atMost(SOON).until(() -> check.strays() == 1);

            assertThat(lines.seen())
                    .anyMatch(line -> line.matches("WARN put right tube=orders recovered=[12] id=[ab]"))
                    .anyMatch(line -> line.contains("does not exist") && line.endsWith("tube=gone"));
        }
        assertThat(recovered(store)).isEqualTo(2);
        assertThat(tube(store).imbalance()).isZero();
        assertThat(looked.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void tubesThatCannotBeReadHoldUpNoOther() {
        RedisStore store = store();
        produce(store, "a");
        redis.commands().del(key("delay"));
        for (int i = 0; i < 30; i++) {
            String broken = namespace + ":{broken" + i + "}:";
            redis.commands().hset(broken + "tube", "ttr", "60000");
            redis.commands().set(broken + "retain", "no set");
            redis.commands().hset(broken + "j:a", "d", "x");
        }

        start(store.repairs(), new RepairRate(100_000, 100_000, Duration.ofHours(1), Duration.ofHours(1)));

        await().atMost(SOON).until(() -> recovered(store) == 1);
    }

    @Test
    void whenTheBrokerThatDoesItDiesAnotherGoesOn() {
        RedisStore dying = store();
        RedisStore living = store();
        start(dying.repairs(), BRISK);
        produce(living, "a", "b");
        redis.commands().zrem(key("delay"), "a");
        await().atMost(SOON).until(() -> recovered(living) == 1);
        vertx.setPeriodic(100, heartbeat -> living.brokers().heartbeat());
        start(living.repairs(), BRISK);

        dying.close();
        redis.commands().zrem(key("delay"), "b");

        await().atMost(SOON).until(() -> recovered(living) == 2);
    }
}
