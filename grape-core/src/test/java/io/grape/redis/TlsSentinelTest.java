package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.lettuce.core.RedisException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A master, a replica and three Sentinels that speak nothing but TLS; the Sentinels have a user of their own. */
@Tag("alone")
final class TlsSentinelTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int SENTINELS = 3;

    @TempDir
    private static Path keys;

    private static TlsServers servers;
    private static List<Integer> sentinels;

    @BeforeAll
    static void start() throws Exception {
        servers = TlsServers.inDirectory(keys);
        int master = servers.startNode();
        servers.startNode("replicaof 127.0.0.1 " + master);
        sentinels = Stream.generate(() -> servers.startSentinel(master))
                .limit(SENTINELS)
                .toList();
        awaitSentinels("status=ok,.*slaves=1,sentinels=" + SENTINELS);
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    private static void awaitSentinels(String said) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> sentinels.stream()
                        .allMatch(port -> servers.info(TlsServers.WATCHER, port, "sentinel")
                                .matches("(?s).*" + said + ".*")));
    }

    private static int master() {
        String said = servers.info(TlsServers.WATCHER, sentinels.get(0), "sentinel");
        return Integer.parseInt(said.replaceAll("(?s).*,address=127.0.0.1:(\\d+),.*", "$1"));
    }

    private static TestStore open(String scheme, String login, String sentinelLogin) {
        String uri = scheme + "://" + login + TlsServers.hosts(sentinels) + "/2" + sentinelLogin + "#orders";
        TestStore store = TestStore.open(uri, TestRedis.newNamespace());
        store.awaitUsable();
        return store;
    }

    @Test
    void anotherMasterTakesOver() {
        try (TestStore store = open("rediss-sentinel", TlsServers.LOGIN, "?" + TlsServers.SENTINEL_LOGIN)) {
            store.produce(20);
            assertThat(store.consume(5)).hasSize(5);
            int old = master();
            await().atMost(SOON).until(() -> {
                String said = servers.info(TlsServers.LOGIN, old, "replication");
                String offset = said.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
                return said.contains("state=online,offset=" + offset + ",");
            });

            servers.kill(old);
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(RedisException.class)
                    .until(() -> master() != old);
            store.awaitUsable();

            assertThat(store.tube().count(JobState.RETAINED)).isEqualTo(5);
            List<?> rest = store.consume(100);
            assertThat(rest).hasSize(15);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?sentinelPassword=wrong-one", "?sentinelUser=guest&sentinelPassword=wrong-one"})
    void sentinelsThatAskForAPasswordMustGetIt(String login) {
        assertThatThrownBy(
                        () -> open("rediss-sentinel", TlsServers.LOGIN, login).close())
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessageContaining("Sentinel")
                .hasMessageNotContainingAny("wrong-one", TlsServers.PASSWORD, "s%3Ae%40c%2Fr%23t");
    }

    @Test
    void theMasterIsNotSpokenToWithoutTls() {
        assertThatThrownBy(() -> open("redis-sentinel", TlsServers.LOGIN, "?" + TlsServers.SENTINEL_LOGIN)
                        .close())
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE))
                .hasMessageNotContainingAny(TlsServers.SENTINEL_PASSWORD, "w%40tch");
    }
}
