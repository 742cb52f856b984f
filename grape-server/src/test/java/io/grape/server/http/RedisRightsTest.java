package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.server.app.GrapeServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights that the operations page gives to the Redis user of a broker are enough for every call. */
@Tag("slow")
class RedisRightsTest {
    private final EmbeddedRedis redis;

    RedisRightsTest(@TempDir Path data) {
        redis = EmbeddedRedis.durable(data);
    }

    /** Redis keeps a list of what it refused, which also has what a broker would pass over. In a database of its own, too. */
    @ParameterizedTest
    @ValueSource(strings = {"", "/0", "/3"})
    void theRightsOnThePageAreEnough(String database) {
        String uri = redis.uri() + database;
        try (RawRedis owner = RawRedis.to(uri)) {
            RedisRightsSteps.admit(owner, "rights");
            owner.commands().zadd("{grape:tubes}:brokers", 0, "dead");
            owner.commands().sadd("{grape:tubes}:broker:dead", "adopted");
            RedisRightsSteps.damage(owner);
            GrapeServer server = RedisRightsSteps.start(RedisRightsSteps.asWorker(uri));
            try {
                RedisRightsSteps.callEverything(server.httpPort());
                RedisRightsSteps.speakBeanstalkd(server.beanstalkdPort());
                RedisRightsSteps.useAccounts(RedisRightsSteps.asWorker(uri));
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> owner.commands().exists("{grape:tubes}:broker:dead") == 0);
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> owner.commands().hexists("{grape:tubes}:check", "ended"));
                for (String command : List.of("ping", "latency|histogram")) {
                    await().atMost(RedisRightsSteps.SOON)
                            .until(() -> owner.commands().info("commandstats").contains("cmdstat_" + command + ":"));
                }
            } finally {
                server.close().await();
            }
            assertThat(owner.commands().hget("grape:{damaged}:tube", "unlisted"))
                    .as("the tube and a priority")
                    .isEqualTo("2");
            assertThat(owner.commands().zscore("{grape:tubes}:brokers", broker(owner)))
                    .isZero();
            assertThat(owner.commands().aclLog()).isEmpty();
        } finally {
            redis.close();
        }
    }

    /** Calls that need other rights still work, and so does everything once the right is back. */
    @Test
    void rightTakenAwayIsNamedAndTurnsReadinessOffUntilItIsGranted() {
        try (RawRedis owner = RawRedis.to(redis.uri())) {
            RedisRightsSteps.admit(owner, "rights");
            GrapeServer server = RedisRightsSteps.start(RedisRightsSteps.asWorker(redis.uri()));
            try {
                Wire wire = Wire.to(URI.create("http://127.0.0.1:" + server.httpPort()));
                wire.put("/v1/tubes/t/jobs/large", "x".repeat(5000)).is(201);
                wire.get("/health/ready").is(200);
                owner.setUser("worker", "-hstrlen");
                Wire.Answer change = wire.send("PATCH", "/v1/tubes/t/jobs/large", "{\"payload\":1}".getBytes(UTF_8));
                assertThat(change.is(503).json().getString("code")).isEqualTo("STORE_UNAVAILABLE");
                assertThat(change.json().getString("detail")).contains("+hstrlen");
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> wire.get("/health/ready").text().contains("+hstrlen"));
                wire.put("/v1/tubes/t/jobs/other", "x").is(201);
                owner.setUser("worker", "+hstrlen resetchannels");
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> wire.get("/health/ready").text().contains("&grape:hints"));
                wire.put("/v1/tubes/empty", "{}").is(201);
                CompletableFuture<Wire.Answer> waiting =
                        CompletableFuture.supplyAsync(() -> wire.post("/v1/tubes/empty/consume?waitMs=60000"));
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> owner.commands().hexists("grape:{empty}:tube", "parkedUntil"));
                wire.put("/v1/tubes/empty/jobs/stored", "x").is(201);
                assertThat(waiting.join().is(200).text()).contains("stored");
                owner.setUser("worker", "&grape:hints");
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> wire.get("/health/ready").status() == 200);
                wire.send("PATCH", "/v1/tubes/t/jobs/large", "{\"payload\":1}".getBytes(UTF_8))
                        .is(200);
            } finally {
                server.close().await();
            }
        } finally {
            redis.close();
        }
    }

    /** Also where the script that asks for rights needs it. */
    @ParameterizedTest
    @ValueSource(strings = {"time", "evalsha", "zadd"})
    void rightOfEachScriptIsNamed(String command) {
        try (RawRedis owner = RawRedis.to(redis.uri())) {
            RedisRightsSteps.admit(owner, "rights");
            GrapeServer server = RedisRightsSteps.start(RedisRightsSteps.asWorker(redis.uri()));
            try {
                Wire wire = Wire.to(URI.create("http://127.0.0.1:" + server.httpPort()));
                wire.put("/v1/tubes/t/jobs/a", "x").is(201);
                owner.setUser("worker", "-" + command);
                for (String id : List.of("b", "c", "d")) {
                    Wire.Answer refused =
                            wire.put("/v1/tubes/t/jobs/" + id, "x").is(503);
                    assertThat(refused.json().getString("code")).isEqualTo("STORE_UNAVAILABLE");
                    assertThat(refused.json().getString("detail"))
                            .contains("lacks +" + command + ";")
                            .doesNotContain("Exception");
                }
                owner.setUser("worker", "+" + command);
                await().atMost(RedisRightsSteps.SOON)
                        .until(() -> wire.put("/v1/tubes/t/jobs/e", "x").status() == 201);
            } finally {
                server.close().await();
            }
        } finally {
            redis.close();
        }
    }

    private static String broker(RawRedis owner) {
        return owner.commands().zrange("{grape:tubes}:brokers", 0, 0).get(0);
    }
}
