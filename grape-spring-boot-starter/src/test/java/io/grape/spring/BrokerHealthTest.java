package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
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
            Health health = health(context);
            assertThat(health.getStatus()).isEqualTo(Status.UP);
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
