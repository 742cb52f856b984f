package io.grape.redis;

import static io.grape.redis.TestStore.code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a store is opened, fails to be, and is closed. */
final class RedisStoreTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LATE = Duration.ofMinutes(5);

    private static long threadsBefore;

    @BeforeAll
    static void count() {
        TestStore.open(TestRedis.uri(), "warm").close();
        threadsBefore = awaitFewThreads();
    }

    /** The threads of clients that other tests closed end a moment later. */
    private static long awaitFewThreads() {
        List<Long> counts = new ArrayList<>();
        await().atMost(SOON).pollInterval(Duration.ofMillis(200)).until(() -> {
            counts.add(0, threads());
            return counts.size() > 5 && counts.get(0).equals(counts.get(5));
        });
        return counts.get(0);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lettuce-"))
                .count();
    }

    private static GrapeException failureToOpen(String uri, String namespace) {
        try {
            TestStore.open(uri, namespace).close();
        } catch (GrapeException e) {
            return e;
        }
        throw new AssertionError("opened " + uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"redis://127.0.0.1:%d", "redis-cluster://127.0.0.1:%d", "redis-sentinel://127.0.0.1:%d#one"})
    void whereNoRedisIsNothingIsLeftBehind(String uri) {
        for (int i = 0; i < 3; i++) {
            assertThat(failureToOpen(String.format(Locale.ROOT, uri, FreePorts.one()), "grape"))
                    .hasMessageStartingWith("Redis cannot be reached: ")
                    .hasMessageContaining("refused")
                    .extracting(GrapeException::code)
                    .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        }
        await().atMost(SOON).until(() -> threads() <= threadsBefore);
    }

    @Test
    void whereNobodyAnswersItEndsByItself() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (String scheme : List.of("redis", "redis-cluster")) {
                assertThat(failureToOpen(scheme + "://127.0.0.1:" + mute.getLocalPort(), "grape")
                                .code())
                        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            }
        }
        await().atMost(SOON).until(() -> threads() <= threadsBefore);
    }

    @Test
    void aWrongPasswordIsTold(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one());
                RawRedis raw = RawRedis.to(redis.uri())) {
            raw.setUser("worker", "on >right ~* &* +@all");
            String uri = redis.uri().replace("redis://", "redis://worker:wrong@");
            assertThat(failureToOpen(uri, "grape"))
                    .hasMessageContaining("WRONGPASS")
                    .extracting(GrapeException::code)
                    .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        }
    }

    @Test
    void aClusterThatIsNoneIsToldSo() {
        String uri = TestRedis.uri().replace("redis://", "redis-cluster://");
        assertThat(failureToOpen(uri, "grape"))
                .hasMessageContaining("expected a Cluster")
                .hasMessageContaining("remedy")
                .extracting(GrapeException::code)
                .isEqualTo(ErrorCode.BAD_REQUEST);
    }

    @Test
    void aNamespaceThatIsNoneIsRefusedBeforeAnyConnection() {
        assertThat(failureToOpen("redis://127.0.0.1:1", "a b").code()).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(threads()).isLessThanOrEqualTo(threadsBefore);
    }

    @Test
    void closingFailsWhatWaitsThoughRedisIsStopped(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one())) {
            TestStore store = TestStore.open(redis.uri(), "grape", LATE, StoreListener.NONE);
            store.awaitUsable();
            Programs.stop(redis.process());
            CompletionStage<?> waiting = store.store().check();
            assertThat(CompletableFuture.runAsync(store::close)).succeedsWithin(SOON);

            assertThat(code(waiting)).contains(ErrorCode.STORE_UNAVAILABLE);
            assertThat(code(store.store().check())).contains(ErrorCode.STORE_UNAVAILABLE);
            assertThat(code(store.store().tubes().names())).contains(ErrorCode.STORE_UNAVAILABLE);
            Programs.resume(redis.process());
        }
        await().atMost(SOON).until(() -> threads() <= threadsBefore);
    }

    @Test
    void aClosedStoreCanBeClosedAgain() {
        TestStore store = TestStore.open(TestRedis.uri(), "grape");
        store.close();
        store.close();
        assertThat(code(store.store().check())).contains(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void hintsAreSubscribedToOnce() {
        try (TestStore store = TestStore.open(TestRedis.uri(), "grape")) {
            TestStore.get(store.store().wakeUps().subscribe((tube, wait) -> {}, () -> {}));
            assertThatThrownBy(() -> store.store().wakeUps().subscribe((tube, wait) -> {}, () -> {}))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
