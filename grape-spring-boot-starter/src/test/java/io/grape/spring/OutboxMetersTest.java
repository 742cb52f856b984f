package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.OutboxRelay;
import io.grape.outbox.TestDatabase;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** What the meters of the outbox tell of a real table. */
@GrapeTest
class OutboxMetersTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @BeforeEach
    void hasDatabase() {
        TestDatabase.POSTGRESQL.assumeInstalled();
    }

    private static ApplicationContextRunner outbox(TestBroker broker) {
        return outbox(broker, TestDatabase.POSTGRESQL.source());
    }

    private static ApplicationContextRunner outbox(TestBroker broker, DataSource source) {
        return Contexts.of(broker)
                .withBean(DataSource.class, () -> source)
                .withPropertyValues(
                        "grape.outbox.create-table=true", "grape.outbox.table=" + TestDatabase.POSTGRESQL.newTable());
    }

    private static void produce(ApplicationContext context) {
        TransactionTemplate transaction =
                new TransactionTemplate(new DataSourceTransactionManager(context.getBean(DataSource.class)));
        transaction.executeWithoutResult(
                status -> context.getBean(TransactionalOutbox.class).produce(ORDERS, "8812"));
    }

    private double gauge(String name) {
        return registry.get("grape.outbox." + name).gauge().value();
    }

    /** The first read of the table ends after the meters are bound. */
    private void awaitGauges() {
        await().atMost(Contexts.PATIENCE).until(() -> !Double.isNaN(gauge("pending")));
    }

    private double counter(String name) {
        return registry.get("grape.outbox." + name).functionCounter().count();
    }

    @Test
    void whatWaitsIsShown(TestBroker broker) {
        outbox(broker).withPropertyValues("grape.brokers=http://127.0.0.1:1").run(context -> {
            produce(context);
            context.getBean(MeterBinder.class).bindTo(registry);
            awaitGauges();
            assertThat(gauge("pending")).isEqualTo(1);
            assertThat(gauge("refused")).isZero();
            assertThat(registry.get("grape.outbox.oldest").timeGauge().value()).isNotNegative();
            assertThat(counter("relayed")).isZero();
        });
    }

    @Test
    void whatWasRelayedIsCounted(TestBroker broker) {
        outbox(broker).run(context -> {
            OutboxRelay relay = context.getBean(RelayLifecycle.class).relay().orElseThrow();
            produce(context);
            await().atMost(Contexts.PATIENCE).until(() -> relay.status().relayed() == 1);
            context.getBean(MeterBinder.class).bindTo(registry);
            assertThat(counter("relayed")).isEqualTo(1);
            assertThat(counter("existed")).isZero();
            awaitGauges();
            assertThat(gauge("pending")).isZero();
        });
    }

    @Test
    void withoutARelayNothingIsTold(TestBroker broker) {
        outbox(broker).withPropertyValues("grape.outbox.relay=false").run(context -> {
            context.getBean(MeterBinder.class).bindTo(registry);
            assertThat(gauge("pending")).isNaN();
            assertThat(counter("relayed")).isZero();
        });
    }

    @Test
    void scrapeDoesNotWaitForADatabaseThatHangsAndCountersDoNotFall(TestBroker broker) {
        HangingSource source = new HangingSource(TestDatabase.POSTGRESQL.source());
        outbox(broker, source).run(context -> {
            RelayLifecycle relays = context.getBean(RelayLifecycle.class);
            produce(context);
            await().atMost(Contexts.PATIENCE)
                    .until(() -> relays.relay().orElseThrow().relayed() == 1);
            source.hang();
            try {
                context.getBean(MeterBinder.class).bindTo(registry);
                assertThat(source.awaitCaller()).isTrue();
                assertThat(gauge("pending")).isNaN();
                assertThat(counter("relayed")).isEqualTo(1);
            } finally {
                source.letGo();
            }
            awaitGauges();
        });
    }

    @Test
    void countersGoOnWhereARelayStoppedAndStartedAgain(TestBroker broker) {
        outbox(broker).run(context -> {
            RelayLifecycle relays = context.getBean(RelayLifecycle.class);
            produce(context);
            await().atMost(Contexts.PATIENCE)
                    .until(() -> relays.relay().orElseThrow().relayed() == 1);
            context.getBean(MeterBinder.class).bindTo(registry);
            assertThat(counter("relayed")).isEqualTo(1);
            relays.stop();
            assertThat(counter("relayed")).isEqualTo(1);
            relays.start();
            assertThat(counter("relayed")).isEqualTo(1);
        });
    }

    /** Connections that are given only after the test lets them go, as those of a database whose process is stopped. */
    private static final class HangingSource extends DelegatingDataSource {
        private final CountDownLatch called = new CountDownLatch(1);
        private volatile CountDownLatch free = new CountDownLatch(0);

        HangingSource(DataSource target) {
            super(target);
        }

        void hang() {
            free = new CountDownLatch(1);
        }

        void letGo() {
            free.countDown();
        }

        boolean awaitCaller() throws InterruptedException {
            return called.await(60, TimeUnit.SECONDS);
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (free.getCount() > 0) {
                called.countDown();
            }
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            return super.getConnection();
        }
    }
}
