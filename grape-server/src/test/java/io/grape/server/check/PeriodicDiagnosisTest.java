package io.grape.server.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.grape.server.LogLines;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that somebody changes under a broker. */
class PeriodicDiagnosisTest {
    private static final Duration EACH = Duration.ofMillis(100);

    @TempDir
    Path directory = Path.of("");

    private final Vertx vertx = Vertx.vertx();
    private EmbeddedRedis redis;
    private RedisStore store;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.durable(directory);
        RedisStoreOptions options =
                new RedisStoreOptions(redis.uri(), "grape", "recheck", Duration.ofSeconds(10), Duration.ofSeconds(6));
        store = RedisStore.open(options, StoreListener.NONE);
    }

    @AfterEach
    void stop() {
        vertx.close().await();
        store.close();
        redis.close();
    }

    @Test
    void whatWouldLoseJobsSinceTheStartIsAnErrorAndCountedUntilItIsMended() {
        try (RawRedis raw = RawRedis.to(redis.uri());
                LogLines log = LogLines.of(PeriodicDiagnosis.class)) {
            PeriodicDiagnosis diagnosis = new PeriodicDiagnosis(vertx, new RedisDiagnosis(store, redis.uri()));
            diagnosis.first().await();
            assertThat(diagnosis.unfit()).isZero();
            diagnosis.each(EACH);

            raw.commands().configSet("maxmemory-policy", "allkeys-lru");
            await().until(() -> diagnosis.unfit() == 1 && !log.seen().isEmpty());
            assertThat(log.seen().get(0))
                    .startsWith("ERROR redis maxmemory-policy: expected noeviction, got allkeys-lru: ")
                    .contains("remedy: CONFIG SET maxmemory-policy noeviction");

            raw.commands().configSet("maxmemory-policy", "noeviction");
            await().until(() -> diagnosis.unfit() == 0);
        }
    }
}
