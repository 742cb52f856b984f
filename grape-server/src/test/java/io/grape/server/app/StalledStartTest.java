package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.http.Wire;
import io.grape.server.http.connection.HttpLimits;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that stands still for some seconds while a broker starts. */
class StalledStartTest {
    @Test
    void theStartIsTriedAgainAsAWhole(@TempDir Path data) {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(data)) {
            AtomicInteger tries = new AtomicInteger();
            GrapeServer server = GrapeServer.start(
                    config(data), redis.uri(), HttpLimits.of(2000, 1 << 20), (options, listener, loops) -> {
                        RedisStore store = RedisStore.open(options, listener, loops);
                        if (tries.incrementAndGet() == 1) {
                            standStill(redis.uri());
                        }
                        return store;
                    });
            try {
                assertThat(tries).hasValueGreaterThan(1);
                Wire wire = Wire.to(URI.create("http://127.0.0.1:" + server.httpPort()));
                wire.put("/v1/tubes/t/jobs/a", "x").is(201);
            } finally {
                server.close().await();
            }
        }
    }

    private static ServerConfig config(Path data) {
        Duration timeout = Duration.ofMillis(500);
        return new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                new StoreOptions(null, TestRedis.newNamespace(), data, timeout, Duration.ofMinutes(1), false),
                new MetricsOptions(100),
                new RepairOptions(1000));
    }

    /** For three seconds; whoever asks meanwhile waits for the response. */
    private static void standStill(String uri) {
        RedisClient client = RedisClient.create(uri);
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().clientPause(3000);
        } finally {
            client.shutdown();
        }
    }
}
