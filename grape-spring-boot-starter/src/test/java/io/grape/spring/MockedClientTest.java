package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.outbox.TestDatabase;
import java.lang.reflect.Proxy;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts of tests that replace the client: they start, without a worker. */
class MockedClientTest {
    static class Orders {
        @GrapeHandler("orders")
        void place(String order) {}
    }

    /** Returns null, 0 or false from each method, as a mock does that was told nothing. */
    private static Grape mock() {
        return (Grape) Proxy.newProxyInstance(
                Grape.class.getClassLoader(), new Class<?>[] {Grape.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("hashCode")) {
                        return System.identityHashCode(proxy);
                    }
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    }

    /** As docs/client.md shows it. */
    private static final class Fake implements Grape {
        @Override
        public AsyncGrape async() {
            throw new UnsupportedOperationException("there is no broker");
        }

        @Override
        public Grape within(Duration timeout) {
            return this;
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public ClientEvents events() {
            return ClientEvents.NONE;
        }

        @Override
        public void close() {}
    }

    private static ApplicationContextRunner with(Grape grape) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(GrapeAutoConfiguration.class))
                .withBean(Orders.class)
                .withBean(Grape.class, () -> grape);
    }

    @Test
    void contextWithAMockStartsNoWorker() {
        with(mock()).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(HandlerWorker.class).worker()).isEmpty();
        });
    }

    @Test
    void contextWithAFakeStartsNoWorker() {
        with(new Fake()).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(HandlerWorker.class).worker()).isEmpty();
        });
    }

    @Test
    void contextWithAMockStartsNoRelay() {
        TestDatabase.POSTGRESQL.assumeInstalled();
        with(mock())
                .withBean(DataSource.class, TestDatabase.POSTGRESQL::source)
                .withPropertyValues("grape.outbox.table=" + TestDatabase.POSTGRESQL.newTable())
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(RelayLifecycle.class).relay()).isEmpty();
                });
    }
}
