package io.grape.server.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import io.grape.server.http.RawClient;
import io.grape.server.http.RawClient.RawAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A broker whose CPU is used up by calls that never reach Redis. */
class ReadSheddingTest {
    private static final int CONNECTIONS = 64;
    private static final int PIPELINED = 100;
    /** It has no such parameter. */
    private static final String BAD = "PUT /v1/tubes/t/jobs/a?bad=1 HTTP/1.1\r\nHost: h\r\n\r\n";

    private static final String FINISH = "POST /v1/tubes/t/jobs/a/finish?bad=1 HTTP/1.1\r\nHost: h\r\n\r\n";

    private static RunningBroker start() {
        return RunningBroker.start(
                        Map.of("GRAPE_OVERLOAD_TARGET_MS", "1", "GRAPE_OVERLOAD_INTERVAL_MS", "10"),
                        "--http-port=0",
                        "--redis=" + TestRedis.uri(),
                        "--namespace=" + TestRedis.newNamespace(),
                        "--allow-unsafe-redis=true")
                .awaitReady();
    }

    @Test
    void callsThatWaitTooLongToBeReadAreShedAndAcknowledgementsAreNot() {
        try (RunningBroker broker = start()) {
            List<RawClient> clients = IntStream.range(0, CONNECTIONS)
                    .mapToObj(i -> new RawClient(broker.uri().getPort()))
                    .toList();
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                clients.forEach(client -> client.say((BAD + FINISH).repeat(PIPELINED)));
                return clients.stream().map(ReadSheddingTest::shed).reduce(0, Integer::sum) > 0;
            });
            clients.forEach(RawClient::close);
        }
    }

    private static int shed(RawClient client) {
        int shed = 0;
        for (int i = 0; i < PIPELINED; i++) {
            RawAnswer produce = client.answer();
            if (produce.status() == 503) {
                assertThat(produce.header("Grape-Overloaded")).isEqualTo("delay");
                shed++;
            } else {
                assertThat(produce.status()).isEqualTo(400);
            }
            assertThat(client.answer().status()).isEqualTo(400);
        }
        return shed;
    }
}
