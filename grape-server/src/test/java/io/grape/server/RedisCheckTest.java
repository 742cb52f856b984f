package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisCheckTest {
    @ParameterizedTest
    @ValueSource(strings = {"6.2.16", "6.9.9", "2.8.0"})
    void aRedisWithoutScriptFlagsIsRefused(String version) {
        assertThatThrownBy(() -> RedisCheck.warnings(Map.of("redis_version", version), Optional.empty()))
                .hasMessage("redis: expected Redis 7.0 or newer, got " + version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.0.0", "7.2.4", "8.0.1", "10.0.0", "255.255.255"})
    void anyNewerOneIsTaken(String version) {
        assertThat(RedisCheck.warnings(Map.of("redis_version", version), Optional.empty()))
                .isEmpty();
    }

    @Test
    void whatMayLoseJobsIsWarnedOf() {
        assertThat(RedisCheck.warnings(Map.of("maxmemory_policy", "allkeys-lru", "aof_enabled", "0"), Optional.empty()))
                .containsExactly(
                        "maxmemory-policy: expected noeviction, got allkeys-lru: a full Redis will throw jobs away",
                        "appendonly: expected yes, got no: when Redis goes down, jobs are lost");
        assertThat(RedisCheck.warnings(Map.of("maxmemory_policy", "noeviction", "aof_enabled", "1"), Optional.empty()))
                .isEmpty();
    }

    @Test
    void whatARedisDoesNotTellIsNotHeldAgainstIt() {
        assertThat(RedisCheck.warnings(Map.of(), Optional.empty())).isEmpty();
    }

    @Test
    void jobsThatWouldTakeTwiceTheMemoryAreWarnedOf() {
        assertThat(RedisCheck.warnings(Map.of(), Optional.of(1100L))).isEmpty();
        assertThat(RedisCheck.warnings(Map.of(), Optional.of(1099L)))
                .containsExactly(
                        "hash-max-listpack-value: expected 1100 or more, got 1099: jobs take up to twice the memory");
    }
}
