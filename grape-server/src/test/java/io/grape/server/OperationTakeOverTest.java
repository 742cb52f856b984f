package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operation on very many jobs, whose broker is killed in the middle of it. */
class OperationTakeOverTest {
    private static final int JOBS = 100_000;
    private static final int BATCH = 1000;
    /** Enough to kill its broker in the middle. */
    private static final int LIMIT = 20_000;

    private static final Duration SOON = Duration.ofSeconds(90);
    /** Of a script that takes that long in Redis everybody else would know. */
    private static final String SLOW_MICROS = "100000";

    @Test
    void anotherBrokerGoesOnWithItAndNoScriptIsSlow(@TempDir Path directory) {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory);
                RunningBroker first = start(redis);
                RunningBroker second = start(redis)) {
            RedisClient client = RedisClient.create(redis.uri());
            try (var connection = client.connect()) {
                fill(second);
                RedisCommands<String, String> commands = connection.sync();
                commands.configSet("slowlog-log-slower-than", SLOW_MICROS);
                commands.slowlogReset();
                String id = call(
                                first,
                                202,
                                "POST",
                                "/v1/operations",
                                "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\",\"limit\":" + LIMIT + "}")
                        .getString("id");
                await().atMost(SOON).until(() -> operation(second, id).getInteger("done") > 1000);
                first.kill();
                assertThat(operation(second, id).getString("state")).isEqualTo("running");
                await().atMost(SOON)
                        .until(() -> operation(second, id).getString("state").equals("done"));
                JsonObject done = operation(second, id);
                assertThat(done.getInteger("matching")).isEqualTo(JOBS);
                assertThat(done.getInteger("done")).isEqualTo(LIMIT);
                assertThat(counts(second).getInteger("ready"))
                        .as("and a slice that was not stored")
                        .isBetween(LIMIT, LIMIT + 100);
                assertThat(commands.slowlogGet().toString()).doesNotContain("evalsha", "EVALSHA");
            } finally {
                client.shutdown();
            }
        }
    }

    private static RunningBroker start(EmbeddedRedis redis) {
        return RunningBroker.start("--http-port=0", "--redis=" + redis.uri()).awaitReady();
    }

    private static void fill(RunningBroker broker) {
        List<CompletableFuture<HttpResponse<String>>> batches = IntStream.range(0, JOBS / BATCH)
                .mapToObj(batch -> broker.send("POST", "/v1/tubes/t/jobs", jobs(batch * BATCH)))
                .toList();
        batches.forEach(batch -> assertThat(batch.join().statusCode()).isEqualTo(200));
    }

    private static String jobs(int from) {
        return IntStream.range(from, from + BATCH)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":1,\"delayMs\":3600000}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static JsonObject operation(RunningBroker broker, String id) {
        return call(broker, 200, "GET", "/v1/operations/" + id, "");
    }

    private static JsonObject counts(RunningBroker broker) {
        return call(broker, 200, "GET", "/v1/tubes/t", "").getJsonObject("counts");
    }

    private static JsonObject call(RunningBroker broker, int status, String method, String path, String body) {
        HttpResponse<String> answer = broker.call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return new JsonObject(answer.body());
    }
}
