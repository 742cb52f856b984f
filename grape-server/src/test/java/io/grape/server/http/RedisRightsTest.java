package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.server.DocsPage;
import io.grape.server.GrapeServer;
import io.grape.server.ServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rights that the operations page gives to the Redis user of a broker are enough for every call. */
class RedisRightsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Pattern LEASE = Pattern.compile("\"id\":\"([a-z0-9]+)\".*?\"lease\":\"([0-9]+)\"");

    private final EmbeddedRedis redis;

    RedisRightsTest(@TempDir Path data) {
        redis = EmbeddedRedis.durable(data);
    }

    /** Redis keeps a list of what it refused, which also has what a broker would pass over. */
    @Test
    void theRightsOnThePageAreEnough() {
        try (RawRedis owner = RawRedis.to(redis.uri())) {
            owner.setUser(
                    "worker",
                    "on >secret "
                            + String.join(" ", DocsPage.of("operations.md").block("rights")));
            owner.commands().zadd("{grape:tubes}:brokers", 0, "dead");
            owner.commands().sadd("{grape:tubes}:broker:dead", "adopted");
            damage(owner);
            GrapeServer server = start();
            try {
                callEverything(server.httpPort());
                await().atMost(SOON).until(() -> owner.commands().exists("{grape:tubes}:broker:dead") == 0);
                await().atMost(SOON).until(() -> owner.commands().hexists("{grape:tubes}:check", "ended"));
                await().atMost(SOON)
                        .until(() -> owner.commands().info("commandstats").contains("cmdstat_ping"));
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

    /** Something for the self-check to put right, in the round that it begins with. */
    private static void damage(RawRedis owner) {
        owner.commands().hset("grape:{damaged}:tube", Map.of("version", "1", "ttr", "60000", "lease", "0"));
        owner.commands().zadd("grape:{damaged}:failed", 0, "lost");
        owner.commands().zadd("grape:{damaged}:retain", 0, "later-release");
        owner.commands().hset("grape:{damaged}:j:later-release", "d", "x");
        owner.commands().zadd("grape:{damaged}:delay:7", 4e12, "later-release");
    }

    private static String broker(RawRedis owner) {
        return owner.commands().zrange("{grape:tubes}:brokers", 0, 0).get(0);
    }

    private GrapeServer start() {
        ServerConfig config = new ServerConfig(
                new ServerConfig.Doors("127.0.0.1", 0, Duration.ZERO, 2000),
                new ServerConfig.Store(null, "grape", Path.of("target"), Duration.ofSeconds(2), Duration.ZERO, false),
                new ServerConfig.Metrics(100),
                new ServerConfig.SelfCheck(1000));
        String uri = redis.uri().replace("redis://", "redis://worker:secret@");
        return GrapeServer.start(config, uri).await();
    }

    private static void callEverything(int port) {
        Wire wire = Wire.to(URI.create("http://127.0.0.1:" + port));
        liveAndDie(wire);
        for (Call call : HttpDoor.calls(FakePorts.behind(CompletableFuture::new), () -> false)) {
            if (!V1Calls.ends(call)) {
                continue;
            }
            boolean ofGrape13 = Grape13Routes.own(call.path());
            String path = ofGrape13 ? call.path().replace("{tube}", "t") + "?tube=t&jid=a" : V1Calls.path(call);
            Wire.Answer answer =
                    wire.send(call.method().name(), path, V1Calls.body(call).getBytes(UTF_8));
            assertThat(answer.status()).as(call + " " + answer.text()).isLessThan(500);
        }
        wire.delete("/v1/tubes/t?confirm=t");
    }

    /** What the calls do to jobs that are there: of several priorities, in every state, and back. */
    private static void liveAndDie(Wire wire) {
        for (int i = 0; i < 8; i++) {
            String query = "?ttrMs=3000&priority=" + (1020 + i) + (i % 2 == 0 ? "" : "&delayMs=600000");
            wire.put("/v1/tubes/t/jobs/j" + i + query, "x").is(201);
        }
        wire.put("/v1/tubes/t/jobs/j0?onDuplicate=replace&priority=1", "y").is(200);
        wire.get("/v1/tubes/t/jobs?state=ready&limit=2").is(200);
        wire.put("/v1/tubes/t/jobs/r?ack=replica:1&delayMs=600000", "no replica has it")
                .is(503);
        wire.get("/v1/tubes/t/jobs/j6/explain").is(200);
        List<MatchResult> held = LEASE.matcher(
                        wire.post("/v1/tubes/t/consume?max=4").is(200).text())
                .results()
                .toList();
        assertThat(held).hasSize(4);
        acknowledge(wire, held.get(0), "touch");
        acknowledge(wire, held.get(0), "finish");
        acknowledge(wire, held.get(1), "release");
        acknowledge(wire, held.get(2), "bury");
        wire.post("/v1/tubes/t/pause?forMs=1").is(200);
        wire.post("/v1/tubes/t/resume").is(200);
        await().atMost(SOON)
                .until(() ->
                        wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("expired") == 1);
        wire.post("/v1/tubes/t/consume?max=1&waitMs=5000").is(200);
        wire.post("/v1/tubes/t/jobs/j1/kick").is(200);
        wire.post("/v1/tubes/t/kick?max=10").is(200);
        wire.post("/v1/tubes/t/kick?max=10").is(200);
        wire.delete("/v1/tubes/t/jobs/j3?force=true").is(204);
    }

    private static void acknowledge(Wire wire, MatchResult job, String verb) {
        wire.post("/v1/tubes/t/jobs/" + job.group(1) + "/" + verb + "?lease=" + job.group(2))
                .is(200);
    }
}
