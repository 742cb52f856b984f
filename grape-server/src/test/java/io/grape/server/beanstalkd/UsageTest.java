package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients do shows in the metrics and in what the broker says of itself. */
@Tag("slow")
final class UsageTest {
    /** A broker speaks of itself every 10 s. */
    private static final Duration SPOKEN = Duration.ofSeconds(30);

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    private String metrics() {
        return broker.call("GET", "/metrics").body();
    }

    private JsonObject said() {
        return new JsonObject(broker.call("GET", "/v1/brokers").body())
                .getJsonArray("brokers")
                .getJsonObject(0)
                .getJsonObject("beanstalkd");
    }

    @Test
    void connectionsReservationsAndCommandsAreSeenWhileTheyLast() {
        try (WireClient worker = WireClient.to(broker.beanstalkdPort(0));
                WireClient other = WireClient.to(broker.beanstalkdPort(0))) {
            worker.put("a");
            worker.put("b");
            worker.reserve();
            worker.reserve();
            other.send("reserve\r\n");
            await().untilAsserted(() -> assertThat(metrics())
                    .contains(
                            "grape_beanstalkd_connections 2.0",
                            "grape_beanstalkd_reservations 2.0",
                            "grape_beanstalkd_waiting 1.0",
                            "grape_beanstalkd_commands_total{command=\"put\"} 2.0",
                            "grape_beanstalkd_commands_total{command=\"reserve-with-timeout\"} 2.0",
                            "grape_beanstalkd_commands_total{command=\"reserve\"} 1.0",
                            "grape_beanstalkd_commands_total{command=\"kick-job\"} 0.0"));
            await().atMost(SPOKEN).untilAsserted(() -> {
                assertThat(said().getInteger("connections")).isEqualTo(2);
                assertThat(said().getInteger("reservations")).isEqualTo(2);
                assertThat(said().getInteger("waiting")).isEqualTo(1);
                assertThat(said().getDouble("commandsPerSecond")).isPositive();
            });
        }
        await().untilAsserted(() -> assertThat(metrics())
                .contains(
                        "grape_beanstalkd_connections 0.0",
                        "grape_beanstalkd_reservations 0.0",
                        "grape_beanstalkd_waiting 0.0",
                        "grape_beanstalkd_commands_total{command=\"put\"} 2.0"));
    }
}
