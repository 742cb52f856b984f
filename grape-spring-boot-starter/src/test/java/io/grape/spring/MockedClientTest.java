package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Tube;
import io.grape.outbox.TestDatabase;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

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

    private static final class NoDatabase extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1;

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    /** A mock returns null for the futures, and a fake throws. Both must end the future, and be logged. */
    @Test
    void produceAfterACommitFailsWithAMockOrAFake() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(AfterCommit.class);
        log.start();
        logger.addAppender(log);
        try {
            for (Grape grape : List.of(mock(), new Fake())) {
                CompletableFuture<Produced> produced = new TransactionTemplate(new NoDatabase())
                        .execute(status -> new AfterCommit(grape)
                                .produce(
                                        Tube.of("orders", Codec.text()),
                                        NewJob.of("x").id("8812")));
                assertThat(produced).isCompletedExceptionally();
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .hasSize(2)
                .allSatisfy(event ->
                        assertThat(event.getFormattedMessage()).contains("was not produced tube=orders id=8812"));
    }
}
