package io.grape.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.address.RedisAddress.Kind;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisAddressTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({
        "redis://db,                     db,        6379, 0",
        "redis://db/,                    db,        6379, 0",
        "redis://db:7000/15,             db,        7000, 15",
        "rediss://db.example.org/3,      db.example.org, 6379, 3",
        "redis://127.0.0.1:6380,         127.0.0.1, 6380, 0",
        "redis://[::1]:6380/2,           ::1,       6380, 2",
        "redis://[fe80::1],              fe80::1,   6379, 0"
    })
    void oneRedis(String uri, String host, int port, int database) {
        RedisAddress address = RedisAddress.parse(uri);
        assertThat(address.nodes()).containsExactly(new NodeAddress(host, port));
        RedisURI client = address.uris(SECOND).get(0);
        assertThat(client.getHost()).isEqualTo(host);
        assertThat(client.getPort()).isEqualTo(port);
        assertThat(client.getDatabase()).isEqualTo(database);
        assertThat(client.isSsl()).isEqualTo(uri.startsWith("rediss:"));
        assertThat(client.getTimeout()).isEqualTo(SECOND);
    }

    @Test
    void sentinelsNameTheirMasterAndMayNameADatabase() {
        RedisAddress address = RedisAddress.parse("redis-sentinel://:secret@s1,s2:26380,[::1]/4#my-master.1");
        assertThat(address)
                .isEqualTo(new RedisAddress(
                        Kind.SENTINEL,
                        new RedisLogin("", "secret"),
                        List.of(
                                new NodeAddress("s1", 26379),
                                new NodeAddress("s2", 26380),
                                new NodeAddress("::1", 26379)),
                        4,
                        "my-master.1"));
        RedisURI client = address.uris(SECOND).get(0);
        assertThat(client.getSentinels())
                .hasSize(3)
                .allSatisfy(sentinel -> assertThat(sentinel.getTimeout()).isEqualTo(SECOND));
        assertThat(client.getSentinelMasterId()).isEqualTo("my-master.1");
        assertThat(client.getDatabase()).isEqualTo(4);
    }

    @Test
    void everyNodeOfAClusterLogsInTheSameWay() {
        List<RedisURI> nodes =
                RedisAddress.parse("redis-cluster://worker:s@h1,[::1]:7001,h3").uris(SECOND);
        assertThat(nodes).extracting(RedisURI::getHost).containsExactly("h1", "::1", "h3");
        assertThat(nodes).extracting(RedisURI::getPort).containsExactly(6379, 7001, 6379);
        assertThat(nodes).allSatisfy(node -> {
            var login = node.getCredentialsProvider().resolveCredentials().block();
            assertThat(login.getUsername()).isEqualTo("worker");
            assertThat(login.getPassword()).isEqualTo("s".toCharArray());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "redis://user:secret@db,        user,  secret",
        "redis://:secret@db,            '',    secret",
        "redis://user:a@b:c/d#e@db,     user,  a@b:c/d#e",
        "redis://us%3Aer:p%40%2F+%25@db, us:er, p@/+%"
    })
    void passwordsMayHoldAnything(String uri, String user, String password) {
        assertThat(RedisAddress.parse(uri).login()).isEqualTo(new RedisLogin(user, password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:6379",
                "http://localhost",
                "redis:/localhost",
                "redis://",
                "redis://a,b",
                "redis://db:0",
                "redis://db:65536",
                "redis://db:port",
                "redis://db/one",
                "redis://db/-1",
                "redis://db/1234567890",
                "redis://db/0?timeout=1s",
                "redis://db#master",
                "redis://::1",
                "redis://[::1",
                "redis://user@db",
                "redis://user:@db",
                "redis://:%zz@db",
                "redis://d b",
                "redis-sentinel://s1,s2",
                "redis-sentinel://s1,,s2#master",
                "redis-sentinel://#master",
                "redis-cluster://h1/1",
                "redis-cluster://h1#master",
                "redis-cluster://h1,"
            })
    void whatIsNoAddressIsRefusedByName(String uri) {
        assertThatThrownBy(() -> RedisAddress.parse(uri))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST))
                .hasMessageStartingWith("redis: expected redis");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://user:secret@db:port",
                "user:secret@db",
                "redis-sentinel://:se@cret@s1",
                "redis-cluster://:secret\n@h1,"
            })
    void aRefusalDoesNotTellThePassword(String uri) {
        assertThatThrownBy(() -> RedisAddress.parse(uri))
                .message()
                .doesNotContain("cret")
                .contains("***@");
    }

    @Test
    void neitherDoesAnAddress() {
        assertThat(RedisAddress.parse("redis://user:secret@db")).asString().doesNotContain("secret");
    }

    @Test
    void aRefusalSaysWhatWasExpectedOfThisKind() {
        assertThatThrownBy(() -> RedisAddress.parse("redis-sentinel://s1"))
                .hasMessage("redis: expected redis-sentinel://[user:password@]host[:port],...[/database]#master,"
                        + " got 'redis-sentinel://s1'");
    }
}
