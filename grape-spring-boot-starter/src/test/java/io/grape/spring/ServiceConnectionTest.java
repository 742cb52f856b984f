package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.containers.GenericContainer;

/** A container names its broker. Here the broker is a real one, and the container is none: no engine is needed. */
@GrapeTest
class ServiceConnectionTest {
    private static final AtomicReference<TestBroker> BROKER = new AtomicReference<>();

    /** Only its address is asked for. */
    static final class NoContainer extends GenericContainer<NoContainer> {
        private final TestBroker broker;

        NoContainer(TestBroker broker) {
            super("example/grape:2");
            this.broker = broker;
        }

        @Override
        public String getHost() {
            return broker.uri().getHost();
        }

        @Override
        public Integer getMappedPort(int port) {
            assertThat(port).isEqualTo(9521);
            return broker.uri().getPort();
        }

        @Override
        public void start() {
            // Nothing is to be started.
        }

        @Override
        public void stop() {
            // It was never started.
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Containers {
        @Bean
        @ServiceConnection("grape")
        NoContainer grapeContainer() {
            return new NoContainer(Objects.requireNonNull(BROKER.get()));
        }
    }

    @Test
    void theClientCallsTheBrokerOfTheContainer(TestBroker broker) {
        BROKER.set(broker);
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ServiceConnectionAutoConfiguration.class, GrapeAutoConfiguration.class))
                .withUserConfiguration(Containers.class)
                .withPropertyValues("grape.brokers=http://127.0.0.1:1")
                .run(context -> {
                    assertThat(context).hasSingleBean(GrapeConnectionDetails.class);
                    assertThat(context.getBean(GrapeConnectionDetails.class).brokers())
                            .containsExactly(broker.uri());
                    assertThat(context.getBean(Grape.class).tubes().status("none"))
                            .isEmpty();
                });
    }
}
