package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.ProduceInterceptor;
import io.grape.client.Produced;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.OutboxRelay;
import io.grape.outbox.OutboxStatus;
import io.grape.outbox.TestDatabase;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Jobs of transactions, with a real database and a real broker. */
@GrapeTest
class TransactionsTest {
    private static final Tube<String> ORDERS = Tube.of("orders", Codec.text());

    private final Spans spans = new Spans();
    private final ObservationRegistry registry = spans.registry();

    @BeforeEach
    void hasDatabase() {
        TestDatabase.POSTGRESQL.assumeInstalled();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class Database {
        @Bean
        DataSource source() {
            return TestDatabase.POSTGRESQL.source();
        }

        @Bean
        PlatformTransactionManager transactions(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        JdbcTemplate jdbc(DataSource source) {
            return new JdbcTemplate(source);
        }
    }

    /** Not final, as Spring makes a subclass of it. */
    static class Shop {
        private final TransactionalOutbox outbox;
        private final AfterCommit afterCommit;
        private final JdbcTemplate jdbc;

        Shop(TransactionalOutbox outbox, AfterCommit afterCommit, JdbcTemplate jdbc) {
            this.outbox = outbox;
            this.afterCommit = afterCommit;
            this.jdbc = jdbc;
        }

        @Transactional
        public void place(String order, boolean fails) {
            jdbc.update("INSERT INTO spring_orders VALUES (?)", order);
            outbox.produce(ORDERS, NewJob.of(order).id("outbox-" + order));
            outbox.produceAll(ORDERS, List.of(NewJob.of(order).id("all-" + order)));
            if (fails) {
                throw new IllegalStateException("rolled back");
            }
        }

        @Transactional
        public CompletableFuture<Produced> tell(
                String order, AtomicReference<CompletableFuture<Produced>> told, boolean fails) {
            CompletableFuture<Produced> produced =
                    afterCommit.produce(ORDERS, NewJob.of(order).id("after-" + order));
            told.set(produced);
            assertThat(produced).isNotDone();
            if (fails) {
                throw new IllegalStateException("rolled back");
            }
            return produced;
        }

        /** Writes with its own transaction. */
        @Transactional
        @GrapeHandler("orders")
        public void handle(String order) {
            jdbc.update("INSERT INTO spring_orders VALUES (?)", "handled " + order);
        }
    }

    private ApplicationContextRunner shop(TestBroker broker) {
        return Contexts.of(broker)
                .withUserConfiguration(Database.class)
                .withBean(ObservationRegistry.class, () -> registry)
                .withBean(Shop.class)
                .withPropertyValues("grape.outbox.create-table=true", "grape.outbox.poll=1h");
    }

    private static void withTable(ApplicationContext context, Runnable test) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE spring_orders (name VARCHAR(50))");
        try {
            test.run();
        } finally {
            jdbc.execute("DROP TABLE spring_orders");
        }
    }

    private static List<String> rows(ApplicationContext context) {
        return context.getBean(JdbcTemplate.class)
                .queryForList("SELECT name FROM spring_orders ORDER BY name", String.class);
    }

    /** The relay looks once an hour: only a wake after the commit brings the jobs. */
    @Test
    void aCommitWakesTheRelay(TestBroker broker) {
        shop(broker)
                .run(context -> withTable(context, () -> {
                    OutboxRelay relay =
                            context.getBean(RelayLifecycle.class).relay().orElseThrow();
                    Observation.createNotStarted("request", registry)
                            .observe(() -> context.getBean(Shop.class).place("8812", false));
                    await().atMost(Contexts.PATIENCE).until(() -> rows(context).size() == 3);
                    assertThat(rows(context)).containsExactly("8812", "handled 8812", "handled 8812");
                    await().atMost(Contexts.PATIENCE).until(() -> relay.status().pending() == 0);
                }));
        SpanData request = spans.ended("request");
        assertThat(spans.ended("process orders").getTraceId()).isEqualTo(request.getTraceId());
    }

    @Test
    void aRollbackLeavesNothing(TestBroker broker) {
        shop(broker)
                .run(context -> withTable(context, () -> {
                    assertThatThrownBy(() -> context.getBean(Shop.class).place("8813", true))
                            .isInstanceOf(IllegalStateException.class);
                    OutboxStatus status = context.getBean(RelayLifecycle.class)
                            .relay()
                            .orElseThrow()
                            .status();
                    assertThat(status.pending()).isZero();
                    assertThat(status.relayed()).isZero();
                    assertThat(rows(context)).isEmpty();
                }));
        assertThat(broker.client().peek(ORDERS, "outbox-8813")).isEmpty();
    }

    @Test
    void withoutATransactionItIsRefused(TestBroker broker) {
        shop(broker).run(context -> {
            TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
            assertThatThrownBy(() -> outbox.produce(ORDERS, "8814"))
                    .isInstanceOf(IllegalTransactionStateException.class);
            AfterCommit afterCommit = context.getBean(AfterCommit.class);
            assertThatThrownBy(() -> afterCommit.produce(ORDERS, "8814"))
                    .isInstanceOf(IllegalTransactionStateException.class);
        });
    }

    /** As in a listener of an event after the commit: nothing commits or rolls back what is written there. */
    @Test
    void atTheEndOfATransactionItIsRefused(TestBroker broker) {
        shop(broker).withPropertyValues("grape.outbox.relay=false").run(context -> {
            TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
            AfterCommit afterCommit = context.getBean(AfterCommit.class);
            List<Throwable> refused = new ArrayList<>();
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                                @Override
                                public void afterCompletion(int ended) {
                                    refused.add(catchThrowable(() -> outbox.produce(
                                            ORDERS, NewJob.of("8818").id("at-the-end"))));
                                    refused.add(catchThrowable(() -> afterCommit.produce(ORDERS, "8819")));
                                }
                            }));
            assertThat(refused)
                    .hasSize(2)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(IllegalTransactionStateException.class)
                            .hasMessageContaining("expected a transaction, got none, or one that has ended"));
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "SELECT count(*) FROM grape_outbox WHERE job_id = 'at-the-end'", Long.class))
                    .isZero();
        });
    }

    @Test
    void afterTheCommitIsNotBefore(TestBroker broker) {
        shop(broker)
                .run(context -> withTable(context, () -> {
                    AtomicReference<CompletableFuture<Produced>> told = new AtomicReference<>();
                    Produced produced = context.getBean(Shop.class)
                            .tell("8815", told, false)
                            .join();
                    assertThat(produced.created()).isTrue();
                    broker.runUntilIdle();
                    assertThat(rows(context)).containsExactly("handled 8815");

                    assertThatThrownBy(() -> context.getBean(Shop.class).tell("8816", told, true))
                            .isInstanceOf(IllegalStateException.class);
                    assertThat(told.get()).isCancelled();
                    assertThat(context.getBean(Grape.class).peek(ORDERS, "after-8816"))
                            .isEmpty();
                }));
    }

    /** Then Spring tells nobody else of the commit, only of the end. */
    @Test
    void aFailureOfAnotherAfterTheCommitCostsNoJob(TestBroker broker) {
        shop(broker).run(context -> {
            AfterCommit afterCommit = context.getBean(AfterCommit.class);
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            AtomicReference<CompletableFuture<Produced>> told = new AtomicReference<>();
            assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                                throw new IllegalStateException("after the commit");
                            }
                        });
                        told.set(afterCommit.produce(ORDERS, "8817"));
                    }))
                    .hasMessage("after the commit");
            assertThat(told.get())
                    .succeedsWithin(Contexts.PATIENCE)
                    .satisfies(produced -> assertThat(produced.created()).isTrue());
        });
    }

    @Test
    void anInterceptorThatThrowsCostsNoJob(TestBroker broker) {
        shop(broker)
                .withBean("first", ProduceInterceptor.class, () -> (tube, jobs) -> {
                    throw new IllegalStateException("no tracer");
                })
                .withBean(
                        "second",
                        ProduceInterceptor.class,
                        () -> (tube, jobs) -> failure -> {
                            throw new IllegalStateException("no exporter");
                        })
                .run(context -> withTable(context, () -> {
                    context.getBean(Shop.class).place("8820", false);
                    broker.runUntilIdle();
                    await().atMost(Contexts.PATIENCE).until(() -> rows(context).contains("handled 8820"));
                }));
    }

    @Test
    void anotherProcessMayRelay(TestBroker broker) {
        shop(broker)
                .withPropertyValues("grape.outbox.relay=false", "grape.outbox.table=spring_rows")
                .run(context -> withTable(context, () -> {
                    context.getBean(Shop.class).place("8817", false);
                    assertThat(context.getBean(RelayLifecycle.class).relay()).isEmpty();
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    assertThat(jdbc.queryForList("SELECT job_id FROM spring_rows ORDER BY id", String.class))
                            .containsExactly("outbox-8817", "all-8817");
                    jdbc.execute("DROP TABLE spring_rows");
                }));
    }
}
