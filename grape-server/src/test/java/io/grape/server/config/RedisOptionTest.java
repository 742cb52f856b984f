package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Redis: its shapes, and that nobody is shown its password. */
class RedisOptionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://10.0.0.1:6379/0",
                "redis://[::1]:6379",
                "rediss://user:p%40ss@h-1.example:6380/15",
                "redis-sentinel://h1,h2:26380,h3#master",
                "redis-sentinel://pw@h1:26379/2#my.master",
                "redis-cluster://h1,h2:7001,h3",
                "redis-cluster://:pw@h1",
                "rediss-cluster://h1,h2",
                "rediss-sentinel://h1?sentinelPassword=pw#m"
            })
    void redisIsAnyOfTheKnownShapes(String uri) {
        assertThat(read("--redis", uri).get(Options.REDIS)).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:6379", "http://localhost", "redis://", "redis+ssl://h", "redis://h 1", "Redis://h"})
    void anyOtherShapeOfRedisIsRefused(String uri) {
        assertThatThrownBy(() -> read("--redis", uri))
                .hasMessage("--redis: expected redis://host:port/db, redis-sentinel://h1,h2#master or"
                        + " redis-cluster://h1,h2; with TLS rediss…, got '" + uri + "'");
    }

    @Test
    void noMessageShowsAPassword() {
        for (List<String> args : List.of(
                List.of("--redis", "http://ann:secret@h/x"),
                List.of("--redis=secret@"),
                List.of("redis-sentinel://h1?sentinelPassword=secret#m"),
                List.of("redis://ann:secret@h"))) {
            assertThatThrownBy(() -> OptionValues.read(args, Map.of()))
                    .hasMessageContaining("***")
                    .hasMessageNotContaining("secret");
        }
    }

    private static OptionValues read(String... args) {
        return OptionValues.read(List.of(args), Map.of());
    }
}
