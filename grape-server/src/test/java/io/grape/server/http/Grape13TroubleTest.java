package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.EmbeddedRedis;
import io.grape.redis.TestRedis;
import io.grape.server.GrapeServer;
import io.grape.server.ServerConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go away, and a Redis that does. */
class Grape13TroubleTest {
    private static GrapeServer start(String redis, Duration timeout) {
        ServerConfig config = new ServerConfig(
                new ServerConfig.Doors("127.0.0.1", 0),
                new ServerConfig.Store(null, TestRedis.newNamespace(), Path.of("target"), timeout, Duration.ZERO),
                new ServerConfig.Metrics(100));
        return GrapeServer.start(config, redis).await();
    }

    private static Grape13Client client(GrapeServer server) {
        return new Grape13Client(server.httpPort());
    }

    private static String send(GrapeServer server, String request) {
        return client(server).send(request, List.of(), new byte[0]).body();
    }

    private static void client(StatefulRedisConnection<String, String> redis, String... words) {
        CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
        Stream.of(words).forEach(args::add);
        redis.sync().dispatch(CommandType.CLIENT, new StatusOutput<>(StringCodec.UTF8), args);
    }

    /** The client hangs up while Redis keeps the answer back; once the broker has seen that, Redis may go on. */
    @Test
    void aJobWhoseConsumerIsGoneBeforeItsAnswerIsReadyAgainAndItsExecutionUncounted() {
        GrapeServer server = start(TestRedis.uri(), Duration.ofSeconds(20));
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            send(server, "POST /api/tube/create?tube=t");
            send(server, "GET /api/job/consume?tube=t");
            send(server, "POST /api/job/produce?tube=t&jid=a&ttr=600000");
            client(redis, "PAUSE", "15000", "WRITE");
            try (RawClient gone = new RawClient(server.httpPort()).ask("GET", "/api/job/consume?tube=t")) {
                gone.halfClose();
                assertThat(gone.rest()).isEmpty();
            }
            client(redis, "UNPAUSE");
            await().until(() -> send(server, "GET /api/job/consume?tube=t")
                    .contains("\"id\":\"a\",\"dtr\":0,\"ttr\":600000,\"noe\":0"));
        } finally {
            client.shutdown();
            server.close().await();
        }
    }

    @Test
    void withoutRedisEveryCallIsToldToComeBack(@TempDir Path data) {
        EmbeddedRedis redis = EmbeddedRedis.durable(data);
        GrapeServer server = start(redis.uri(), Duration.ofSeconds(1));
        try {
            send(server, "POST /api/tube/create?tube=t");
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
                Grape13Client.Answer answer = client(server).send(request, List.of(), new byte[0]);
                assertThat(answer.status()).as(request).isEqualTo(503);
                assertThat(answer.header("retry-after")).as(request).isEqualTo("1");
                assertThat(answer.body())
                        .as(request)
                        .matches("\\{\"code\":9999,\"desc\":\"Redis cannot be used now.*\"\\}");
            }
        } finally {
            server.close().await();
            redis.close();
        }
    }
}
