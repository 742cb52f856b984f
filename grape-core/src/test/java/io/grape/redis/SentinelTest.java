package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobState;
import io.grape.embedded.RedisNode;
import java.time.Duration;
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
    private static TestSentinels sentinels;

    @BeforeAll
    static void start() {
        sentinels = TestSentinels.start();
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
                Signals.stop(master.redis());
            }

            @Override
            void pass(RedisNode master) {
                Signals.resume(master.redis());
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
        sentinels.awaitReplicated();
        try (TestStore store = TestStore.open(sentinels.uri(), TestRedis.newNamespace())) {
            AtomicInteger gaps = new AtomicInteger();
            AtomicInteger hints = new AtomicInteger();
            get(store.store().wakeUps().subscribe((tube, wait) -> hints.incrementAndGet(), gaps::incrementAndGet));
            await().atMost(SOON).until(() -> gaps.get() == 1);
            store.produce(20);
            assertThat(store.consume(5)).hasSize(5);
            sentinels.awaitReplicated();

            RedisNode old = sentinels.master();
            end.come(old);
            try {
                store.awaitUnusable();
                await().atMost(SOON).until(() -> sentinels.master() != old);
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
