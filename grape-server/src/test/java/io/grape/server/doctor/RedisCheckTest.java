package io.grape.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisCheckTest {
    @ParameterizedTest
    @ValueSource(strings = {"6.2.16", "6.9.9", "2.8.0"})
    void aRedisWithoutScriptFlagsCannotBeUsed(String version) {
        assertThat(wrong(Map.of("redis_version", version)))
                .containsExactly("UNUSABLE    redis_version: expected 7.0 or newer, got " + version
                        + ": it cannot run the scripts; remedy: install Redis 7.0 or newer, or Valkey");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.0.0", "7.2.4", "8.0.1", "10.0.0", "255.255.255"})
    void anyNewerOneIsTaken(String version) {
        assertThat(wrong(Map.of("redis_version", version))).isEmpty();
    }

    @Test
    void whatARedisDoesNotTellIsNotHeldAgainstItButSaid() {
        assertThat(RedisCheck.of(false, Map.of()))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.UNSEEN));
    }

    @ParameterizedTest
    @CsvSource({
        "aof_last_write_status,err",
        "rdb_last_bgsave_status,err",
        "aof_last_bgrewrite_status,err",
        "appendfsync,no",
        "maxmemory,0",
        "min-replicas-to-write,0",
        "hash-max-listpack-value,1099",
        "zset-max-listpack-entries,128"
    })
    void whatIsOnlyRiskyIsWarnedOf(String name, String value) {
        assertThat(wrong(Map.of(name, value)))
                .singleElement()
                .asString()
                .startsWith("warn ")
                .contains(name + ": expected ", "got " + value, "remedy: ");
    }

    @ParameterizedTest
    @CsvSource({
        "aof_last_write_status,ok",
        "appendfsync,always",
        "min-replicas-to-write,1",
        "hash-max-listpack-value,1100",
        "zset-max-listpack-entries,0",
        "aof_enabled,1",
        "maxmemory_policy,noeviction"
    })
    void whatIsRightIsNotWarnedOf(String name, String value) {
        assertThat(wrong(Map.of(name, value))).isEmpty();
    }

    @Test
    void aRedisWithoutReplicasNeedsNoneToWrite() {
        assertThat(wrong(Map.of("min-replicas-to-write", "0", "connected_slaves", "0")))
                .isEmpty();
    }

    @Test
    void aRedisThatIsNearlyFullIsWarnedOf() {
        assertThat(wrong(Map.of("maxmemory", "1000", "used_memory", "910")))
                .singleElement()
                .asString()
                .contains("used_memory: expected at most 90 %, got 91 % of maxmemory");
        assertThat(wrong(Map.of("maxmemory", "1000", "used_memory", "909"))).isEmpty();
    }

    @Test
    void theShapeIsHeldAgainstTheAddress() {
        assertThat(RedisCheck.of(true, Map.of("cluster_enabled", "0")))
                .anySatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.UNUSABLE));
        assertThat(RedisCheck.of(true, Map.of("cluster_enabled", "1")))
                .noneSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.UNUSABLE));
    }

    @ParameterizedTest
    @CsvSource({"250,0,OK", "-250,0,OK", "251,0,WARN", "-251,0,WARN", "300,100,OK", "301,100,WARN"})
    void clocksMayDifferByAQuarterOfASecondAndTheHalfOfARoundTrip(int difference, int roundTrip, Severity severity) {
        Finding finding = ClockCheck.of(new ClockSample(Duration.ofMillis(difference), Duration.ofMillis(roundTrip)));
        assertThat(finding.severity()).isEqualTo(severity);
    }

    private static List<String> wrong(Map<String, String> node) {
        return RedisCheck.of(false, node).stream()
                .filter(finding -> finding.severity() != Severity.OK && finding.severity() != Severity.UNSEEN)
                .map(Finding::line)
                .toList();
    }
}
