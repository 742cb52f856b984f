package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobState;
import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RedisSentinels;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A master, two replicas and three Sentinels: the store follows the master, whoever that is. */
@Tag("apart")
final class SentinelTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static RedisSentinels sentinels;

    @BeforeAll
    static void start() {
        sentinels = RedisSentinels.start(Directories.ofBuild(), List.of());
    }

    @AfterAll
    static void stop() {
        sentinels.close();
    }

    /** How a master goes. */
    enum End {
        STOPPED {
            @Override
            void come(RedisNode master) {
                Programs.stop(master.process());
            }

            @Override
            void pass(RedisNode master) {
                Programs.resume(master.process());
            }
        },
        KILLED {
            @Override
            void come(RedisNode master) {
                master.kill();
            }

            @Override
            void pass(RedisNode master) {}
        };

        abstract void come(RedisNode master);

        abstract void pass(RedisNode master);
    }

    @ParameterizedTest
    @EnumSource
    void anotherMasterTakesOver(End end) {
        sentinels.awaitWhole();
        try (TestStore store = TestStore.open(sentinels.uri(), TestRedis.newNamespace())) {
            AtomicInteger gaps = new AtomicInteger();
            AtomicInteger hints = new AtomicInteger();
            get(store.store().wakeUps().subscribe((tube, wait) -> hints.incrementAndGet(), gaps::incrementAndGet));
            await().atMost(SOON).until(() -> gaps.get() == 1);
            store.produce(20);
            assertThat(store.consume(5)).hasSize(5);
            sentinels.awaitCaughtUp(sentinels.primary());

            RedisNode old = sentinels.primary();
            end.come(old);
            try {
                store.awaitUnusable();
                await().atMost(SOON).until(() -> sentinels.primary() != old);
                store.awaitUsable();
                assertThat(store.tube().count(JobState.RETAINED)).isEqualTo(5);
                assertThat(store.consume(100)).hasSize(15);

                await().atMost(SOON).until(() -> gaps.get() >= 2);
                int before = hints.get();
                get(store.store().broker().consume(TUBE, 1, Duration.ofMinutes(1)));
                get(store.produceAsync("hinted"));
                await().atMost(SOON).until(() -> hints.get() > before);
            } finally {
                end.pass(old);
            }
        }
    }
}
