package io.grape.spring;

import io.grape.client.ClientEvents;
import io.grape.junit.TestBroker;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications of a test, at its broker. */
final class Contexts {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private Contexts() {}

    static ApplicationContextRunner of(TestBroker broker) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(GrapeAutoConfiguration.class))
                .withPropertyValues("grape.brokers=" + broker.uri())
                .withBean("brokerEvents", ClientEvents.class, broker::events);
    }
}
