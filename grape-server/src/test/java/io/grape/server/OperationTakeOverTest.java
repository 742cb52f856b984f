package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operation on very many jobs, whose broker is killed in the middle of it. */
@Tag("apart")
class OperationTakeOverTest {
    private static final int JOBS = 10_000;
    private static final int BATCH = 1000;
    /** Two and a half seconds: enough to kill its broker in the middle. */
    private static final int LIMIT = 5000;

    private static final int A_SECOND = 2000;

    private static final Duration SOON = Duration.ofSeconds(90);

    private final String namespace = TestRedis.newNamespace();

    /** The other comes once the first is gone: nobody else can have had the operation before. */
    @Test
    void anotherBrokerGoesOnWithItWhereItWasLastStored() {
        String id;
        try (RunningBroker killed = start()) {
            fill(killed);
            id = begin(killed);
            await().atMost(SOON).until(() -> operation(killed, id).getInteger("done") > 200);
            killed.kill();
        }
        try (RunningBroker other = start()) {
            assertThat(operation(other, id).getString("state")).isEqualTo("running");
            assertThat(operation(other, id).getInteger("done")).isBetween(200, LIMIT - 1);
            await().atMost(SOON)
                    .until(() -> operation(other, id).getString("state").equals("done"));
            JsonObject done = operation(other, id);
            assertThat(done.getInteger("matching")).isEqualTo(JOBS);
            assertThat(done.getInteger("done")).isEqualTo(LIMIT);
            JsonObject counts =
                    checked(200, other.call("GET", "/v1/tubes/t", "")).getJsonObject("counts");
            assertThat(counts.getInteger("ready"))
                    .as("and a slice that was not stored")
                    .isBetween(LIMIT, LIMIT + 100);
        }
    }

    private RunningBroker start() {
        return RunningBroker.start(
                        "--http-port=0",
                        "--redis=" + TestRedis.uri(),
                        "--namespace=" + namespace,
                        "--allow-unsafe-redis=true")
                .awaitReady();
    }

    private static String begin(RunningBroker broker) {
        String wanted = "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"delayed\",\"limit\":" + LIMIT + ",\"perSecond\":"
                + A_SECOND + "}";
        return checked(202, broker.call("POST", "/v1/operations", wanted)).getString("id");
    }

    private static void fill(RunningBroker broker) {
        for (int from = 0; from < JOBS; from += BATCH) {
            checked(200, broker.call("POST", "/v1/tubes/t/jobs", jobs(from)));
        }
    }

    private static String jobs(int from) {
        return IntStream.range(from, from + BATCH)
                .mapToObj(i -> "{\"id\":\"j" + i + "\",\"payload\":1,\"delayMs\":3600000}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static JsonObject operation(RunningBroker broker, String id) {
        return checked(200, broker.call("GET", "/v1/operations/" + id, ""));
    }

    private static JsonObject checked(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return new JsonObject(answer.body());
    }
}
