package io.grape.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.address.RedisAddress.Kind;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
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
                        false,
                        new RedisLogin("", "secret"),
                        RedisLogin.NONE,
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

    @ParameterizedTest
    @CsvSource({
        "?sentinelPassword=a%26b%40c%23,                    ,     a&b@c#",
        "?sentinelUser=ann&sentinelPassword=p%25+q,         ann,  p%+q",
        "?sentinelPassword=p&sentinelUser=a:b,              a:b,  p"
    })
    void sentinelsMayHaveALoginOfTheirOwn(String query, String user, String password) {
        RedisURI client = RedisAddress.parse("rediss-sentinel://worker:s@s1,s2" + query + "#m")
                .uris(SECOND)
                .get(0);
        assertLogin(client, "worker", "s");
        assertThat(client.isSsl()).isTrue();
        assertThat(client.getSentinels()).hasSize(2).allSatisfy(sentinel -> {
            assertLogin(sentinel, user, password);
            assertThat(sentinel.isSsl()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyNodeOfAClusterIsSpokenToInTheSameWay(boolean isTls) {
        List<RedisURI> nodes = RedisAddress.parse((isTls ? "rediss" : "redis") + "-cluster://worker:s@h1,[::1]:7001,h3")
                .uris(SECOND);
        assertThat(nodes).extracting(RedisURI::getHost).containsExactly("h1", "::1", "h3");
        assertThat(nodes).extracting(RedisURI::getPort).containsExactly(6379, 7001, 6379);
        assertThat(nodes).allSatisfy(node -> {
            assertLogin(node, "worker", "s");
            assertThat(node.isSsl()).isEqualTo(isTls);
        });
    }

    private static void assertLogin(RedisURI uri, String user, String password) {
        var login = uri.getCredentialsProvider().resolveCredentials().block();
        assertThat(login.getUsername()).isEqualTo(user);
        assertThat(login.getPassword()).isEqualTo(password.toCharArray());
    }

    @Test
    void theCertificateOfEachServerIsChecked() {
        for (String uri : List.of("rediss://db", "rediss-cluster://h1,h2", "rediss-sentinel://s1,s2#m")) {
            assertThat(RedisAddress.parse(uri).uris(SECOND)).allSatisfy(node -> {
                assertThat(node.getVerifyMode()).isEqualTo(SslVerifyMode.FULL);
                assertThat(node.getSentinels())
                        .allSatisfy(
                                sentinel -> assertThat(sentinel.getVerifyMode()).isEqualTo(SslVerifyMode.FULL));
            });
        }
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
                "redis+ssl://db",
                "rediss-socket://db"
            })
    void whatIsNoUriOfARedisIsRefused(String uri) {
        assertRefused(uri)
                .hasMessageStartingWith("redis: expected redis[s]://, redis[s]-sentinel:// or redis[s]-cluster:// and");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "redis://                            | a host is missing",
                "redis://a,b                         | this kind has one host",
                "redis://db:0                        | '0' is no port",
                "redis://db:65536                    | '65536' is no port",
                "redis://db:port                     | 'db:port' is no host[:port]",
                "redis://db/one                      | the database is no number",
                "redis://db/-1                       | the database is no number",
                "redis://db/1234567890               | the database is no number",
                "redis://db/0?timeout=1s             | this kind has no ?parameters",
                "redis-cluster://h1?timeout=1s       | this kind has no ?parameters",
                "redis://db#master                   | only Sentinels know a #master",
                "redis://::1                         | '::1' is no host[:port]",
                "redis://[::1                        | '[::1' is no host[:port]",
                "redis://user@db                     | the login has no :password",
                "redis://user:@db                    | the login has no :password",
                "redis://:%zz@db                     | a % in a user or password is not followed by",
                "redis://:p?q@db                     | a ? or @ in a password is not percent-encoded",
                "redis://d b                         | 'd b' is no host[:port]",
                "redis-sentinel://s1,s2              | the name of the #master is missing",
                "redis-sentinel://s1,s2#a b          | the name of the #master is missing, or is none",
                "redis-sentinel://s1,,s2#master      | a host is missing",
                "redis-sentinel://#master            | a host is missing",
                "redis-sentinel://s1:99999,s2#master | '99999' is no port",
                "redis-sentinel://s1?#master         | a parameter is neither sentinelUser nor sentinelPassword",
                "redis-sentinel://s1?timeout=1#m     | a parameter is neither sentinelUser nor sentinelPassword",
                "redis-sentinel://s1?verifyPeer=no#m | a parameter is neither sentinelUser nor sentinelPassword",
                "redis-sentinel://s1?sentinelUser=u#m| sentinelPassword is missing",
                "redis-sentinel://s1?sentinelPassword=#m                     | sentinelPassword is missing",
                "redis-sentinel://s1?sentinelPassword=%4#m                   | a % in a user or password is not",
                "redis-sentinel://s1?sentinelPassword=a&sentinelPassword=b#m | a parameter is neither",
                "redis-cluster://h1/1                | a Cluster has no databases",
                "redis-cluster://h1#master           | only Sentinels know a #master",
                "redis-cluster://h1,                 | a host is missing"
            })
    void whatIsNoAddressIsRefusedAndToldWhy(String uri, String why) {
        assertRefused(uri).hasMessageStartingWith("redis: " + why).hasMessageContaining(": expected redis[s]");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String uri) {
        return assertThatThrownBy(() -> RedisAddress.parse(uri))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://user:secret@db:port",
                "user:secret@db",
                "redis-sentinel://:se@cret@s1",
                "redis-cluster://:secret\n@h1,",
                "redis-sentinel://:secret@s1?sentinelPassword=a&cret#m",
                "redis-sentinel://:secret@s1?sentinelPassword=a@b!cret#m"
            })
    void aRefusalDoesNotTellThePassword(String uri) {
        assertThatThrownBy(() -> RedisAddress.parse(uri))
                .message()
                .doesNotContain("cret")
                .contains("***");
    }

    @Test
    void neitherDoesAnAddress() {
        assertThat(RedisAddress.parse("redis-sentinel://user:secret@db?sentinelPassword=secret#m"))
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void aRefusalSaysWhatWasExpectedOfThisKind() {
        assertThatThrownBy(() -> RedisAddress.parse("redis-sentinel://s1"))
                .hasMessage("redis: the name of the #master is missing, or is none: expected"
                        + " redis[s]-sentinel://[user:password@]host[:port],...[/database]"
                        + "[?sentinelUser=user&sentinelPassword=password]#master, got 'redis-sentinel://s1'");
    }
}
