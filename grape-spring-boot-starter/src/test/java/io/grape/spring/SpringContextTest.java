package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;

/** A test of Spring Boot gets the broker of its context, without any configuration. */
@GrapeTest
@SpringBootTest(classes = SpringContextTest.Application.class, webEnvironment = WebEnvironment.NONE)
@DirtiesContext
@SuppressWarnings("NullAway.Init") // Spring sets them.
class SpringContextTest {
    private static TestBroker ofTheClass;

    @Autowired
    private TestBroker bean;

    @Autowired
    private Application application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        private final List<String> reminded = new CopyOnWriteArrayList<>();

        @GrapeHandler("reminders")
        void remind(String order) {
            reminded.add(order);
        }
    }

    @BeforeAll
    static void keep(TestBroker broker) {
        ofTheClass = broker;
    }

    @Test
    void itsClockCanBeAdvanced(TestBroker broker, @Autowired Grape grape, @Autowired GrapeCodecs codecs) {
        grape.produce(codecs.tube("reminders", String.class), NewJob.of("8812").delay(Duration.ofDays(30)));
        broker.advance(Duration.ofDays(29));
        assertThat(application.reminded).isEmpty();
        broker.advance(Duration.ofDays(1));
        assertThat(application.reminded).containsExactly("8812");
    }

    @Test
    void thereIsOneBroker(TestBroker broker, @Autowired Environment environment) {
        assertThat(broker).isSameAs(bean).isSameAs(ofTheClass);
        assertThat(environment.getProperty("grape.brokers"))
                .isEqualTo(broker.uri().toString());
    }

    @Nested
    class Inside {
        @Test
        void itIsTheSame(TestBroker broker) {
            assertThat(broker).isSameAs(ofTheClass);
        }
    }
}
