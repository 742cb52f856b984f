package io.grape.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** The health of an application, with a real broker and without one. */
@GrapeTest
class BrokerHealthTest {
    static class Orders {
        @GrapeHandler("orders")
        void place(String order) {}
    }

    private static Health health(ApplicationContext context) {
        return context.getBean("grapeHealthIndicator", HealthIndicator.class).health();
    }

    @Test
    void itIsUpWhereABrokerResponds(TestBroker broker) {
        Contexts.of(broker).withBean(Orders.class).run(context -> {
            // The first call of a process may take longer than a health check waits.
            await().atMost(Duration.ofSeconds(30)).until(() -> health(context).getStatus(), Status.UP::equals);
            Health health = health(context);
            assertThat(health.getDetails())
                    .containsEntry("broker", "responds")
                    .containsEntry("worker", "RUNNING")
                    .containsEntry("tubes", Map.of("orders", Map.of("running", 0, "stuck", 0, "held", 0)));
        });
    }

    @Test
    void itIsUpWithoutAWorker(TestBroker broker) {
        Contexts.of(broker)
                .withPropertyValues("grape.worker.enabled=false")
                .run(context -> assertThat(health(context).getDetails()).containsOnlyKeys("broker"));
    }

    /** It responds, so it is not its address that is wrong. */
    @Test
    void brokerThatRefusesOrFailsIsNotSaidToBeSilent() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        expected.put("401 UNAUTHENTICATED", "refuses the token");
        expected.put("500 INTERNAL", "fails");
        for (Map.Entry<String, String> one : expected.entrySet()) {
            String[] response = one.getKey().split(" ", -1);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                byte[] body = ("{\"code\":\"" + response[1] + "\",\"detail\":\"on purpose\",\"requestId\":\"1\"}")
                        .getBytes(UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
                exchange.sendResponseHeaders(Integer.parseInt(response[0]), body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
            try {
                new ApplicationContextRunner()
                        .withConfiguration(AutoConfigurations.of(GrapeAutoConfiguration.class))
                        .withPropertyValues("grape.brokers=http://127.0.0.1:"
                                + server.getAddress().getPort())
                        .run(context -> {
                            Health health = health(context);
                            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                            assertThat(health.getDetails()).containsEntry("broker", one.getValue());
                        });
            } finally {
                server.stop(0);
            }
        }
    }

    @Test
    void itIsDownWhereNobodyResponds(TestBroker broker) {
        Contexts.of(broker)
                .withPropertyValues("grape.brokers=http://127.0.0.1:1")
                .run(context -> {
                    Health health = health(context);
                    assertThat(health.getStatus()).isEqualTo(Status.DOWN);
                    assertThat(health.getDetails())
                            .containsEntry("broker", "does not respond")
                            .hasEntrySatisfying(
                                    "error",
                                    error -> assertThat(error).asString().contains("UNREACHABLE"));
                });
    }
}
