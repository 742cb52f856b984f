package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go away, and a Redis that does. */
class Grape13FailuresTest {
    private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final EmbeddedRedis redis;
    private final GrapeServer server;

    Grape13FailuresTest(@TempDir Path data) {
        redis = EmbeddedRedis.durable(data);
        server = start(redis.uri());
    }

    @BeforeEach
    void createTube() {
        send("POST /api/tube/create?tube=t");
    }

    @AfterEach
    void close() {
        server.close().await();
        redis.close();
    }

    private static GrapeServer start(String redis) {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                new StoreOptions(null, "grape", Path.of("target"), REDIS_TIMEOUT, Duration.ZERO, false),
                new MetricsOptions(100),
                new RepairOptions(1000));
        return GrapeServer.start(config, redis);
    }

    private Grape13Client.Answer send(String request) {
        return new Grape13Client(server.httpPort()).send(request, List.of(), new byte[0]);
    }

    /** The client hangs up while Redis keeps the answer back; once the broker has seen that, Redis may go on. */
    @Test
    void aJobWhoseConsumerIsGoneBeforeItsAnswerIsReadyAgainAndItsExecutionUncounted() {
        send("GET /api/job/consume?tube=t");
        send("POST /api/job/produce?tube=t&jid=a&ttr=600000");
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            raw.pauseWrites(SOON);
            try (RawClient gone = new RawClient(server.httpPort()).ask("GET", "/api/job/consume?tube=t")) {
                gone.halfClose();
                assertThat(gone.rest()).isEmpty();
            }
            raw.resumeWrites();
        }
        String first = "\"id\":\"a\",\"dtr\":0,\"ttr\":600000,\"noe\":0";
        await().atMost(SOON)
                .until(() -> send("GET /api/job/consume?tube=t").body().contains(first));
    }

    @Test
    void withoutRedisEveryCallIsToldToComeBack() {
        redis.close();
        List<String> requests = List.of(
                "POST /api/job/produce?tube=t&jid=a",
                "GET /api/job/consume?tube=t",
                "DELETE /api/job/finish?tube=t&jid=a",
                "GET /api/job/peek?tube=t",
                "GET /api/tube/list",
                "GET /api/tube/stats/t",
                "POST /api/tube/delete?tube=t");
        for (String request : requests) {
            Grape13Client.Answer answer = send(request);
            assertThat(answer.status()).as(request).isEqualTo(503);
            assertThat(answer.header("Retry-After")).as(request).isEqualTo("1");
            assertThat(answer.body())
                    .as(request)
                    .matches("\\{\"code\":9999,\"desc\":\"Redis cannot be used now.*\"\\}");
        }
    }
}
