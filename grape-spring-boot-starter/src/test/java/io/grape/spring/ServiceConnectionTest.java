package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

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

    /** Its bean has the name that comes to mind first. */
    @Configuration(proxyBeanMethods = false)
    static class Away {
        @Bean
        @ServiceConnection("grape")
        NoContainer grape() {
            return new NoContainer(Objects.requireNonNull(BROKER.get()));
        }
    }

    // tag::containers[]
    @TestConfiguration(proxyBeanMethods = false)
    static class Containers {
        @Bean
        Network network() {
            return Network.newNetwork();
        }

        @Bean
        GenericContainer<?> redis(Network network) {
            return new GenericContainer<>("redis:7")
                    .withNetwork(network)
                    .withNetworkAliases("redis")
                    .withCommand("redis-server", "--appendonly", "yes");
        }

        @Bean
        @ServiceConnection("grape")
        GenericContainer<?> grape(Network network, GenericContainer<?> redis) {
            return new GenericContainer<>("grape")
                    .withNetwork(network)
                    .dependsOn(redis)
                    .withEnv("GRAPE_REDIS", "redis://redis:6379")
                    .withEnv("GRAPE_AUTH", "none")
                    .withExposedPorts(9521)
                    .waitingFor(Wait.forHttp("/health/ready").forPort(9521));
        }
    }
    // end::containers[]

    /** The options of the broker are those that a start without sign-in needs. */
    @Test
    void theContainersOfThePageAreMade() {
        Containers containers = new Containers();
        Network network = Network.newNetwork();
        GenericContainer<?> grape = containers.grape(network, containers.redis(network));
        assertThat(grape.getExposedPorts()).containsExactly(9521);
        assertThat(grape.getEnvMap()).containsOnlyKeys("GRAPE_REDIS", "GRAPE_AUTH");
    }

    @Test
    void theClientCallsTheBrokerOfTheContainer(TestBroker broker) {
        BROKER.set(broker);
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(ServiceConnectionAutoConfiguration.class, GrapeAutoConfiguration.class))
                .withUserConfiguration(Away.class)
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
