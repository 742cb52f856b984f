package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.ProduceInterceptor;
import io.grape.client.ProduceScope;
import io.grape.client.Produced;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.OutboxRelay;
import io.grape.outbox.OutboxStatus;
import io.grape.outbox.TestDatabase;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
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
import org.springframework.transaction.TransactionDefinition;
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

    private static @Nullable String type(SpanData span) {
        return span.getAttributes().get(AttributeKey.stringKey("messaging.operation.type"));
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
        assertThat(spans.all("produce orders"))
                .filteredOn(span -> span.getTraceId().equals(request.getTraceId()))
                .isNotEmpty()
                .allSatisfy(span -> assertThat(type(span)).isEqualTo("create"));
        assertThat(spans.all("produce orders"))
                .filteredOn(span -> !span.getTraceId().equals(request.getTraceId()))
                .isNotEmpty()
                .allSatisfy(span -> assertThat(type(span)).isEqualTo("send"));
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
    void anInterceptorThatFailsCostsNoRow(TestBroker broker) {
        shop(broker)
                .withPropertyValues("grape.worker.enabled=false", "grape.outbox.relay=false")
                .withBean(
                        ProduceInterceptor.class,
                        () -> (tube, jobs) -> new ProduceScope() {
                            @Override
                            public Map<String, String> headers() {
                                throw new IllegalStateException("on purpose");
                            }

                            @Override
                            public void ended(@Nullable Throwable failure) {
                                throw new IllegalStateException("on purpose");
                            }
                        })
                .run(context -> {
                    TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(status -> outbox.produce(ORDERS, "8818"));
                    assertThat(context.getBean(JdbcTemplate.class).update("DELETE FROM grape_outbox"))
                            .isEqualTo(1);
                });
    }

    /** Job 1 stands before the nested transaction, 2 in it, and 3 behind it. */
    private static List<String> afterANested(ApplicationContext context, boolean fails) {
        AfterCommit afterCommit = context.getBean(AfterCommit.class);
        TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
        PlatformTransactionManager transactions = context.getBean(PlatformTransactionManager.class);
        TransactionTemplate nested = new TransactionTemplate(transactions);
        nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
        List<CompletableFuture<Produced>> produced = new ArrayList<>();
        new TransactionTemplate(transactions).executeWithoutResult(outer -> {
            produced.add(afterCommit.produce(ORDERS, NewJob.of("1").id("nested-1")));
            nested.executeWithoutResult(inner -> {
                produced.add(afterCommit.produce(ORDERS, NewJob.of("2").id("nested-2")));
                outbox.produce(ORDERS, NewJob.of("2").id("row-2"));
                if (fails) {
                    inner.setRollbackOnly();
                }
            });
            produced.add(afterCommit.produce(ORDERS, NewJob.of("3").id("nested-3")));
        });
        return produced.stream()
                .filter(one -> !one.isCancelled())
                .map(one -> one.join().id())
                .toList();
    }

    @Test
    void whatANestedTransactionRollsBackIsNotProduced(TestBroker broker) {
        shop(broker)
                .withPropertyValues("grape.worker.enabled=false", "grape.outbox.relay=false")
                .run(context -> {
                    assertThat(afterANested(context, true)).containsExactly("nested-1", "nested-3");
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    assertThat(jdbc.update("DELETE FROM grape_outbox")).isZero();
                    broker.client().forceDelete(ORDERS, "nested-1");
                    broker.client().forceDelete(ORDERS, "nested-3");
                    assertThat(afterANested(context, false)).containsExactly("nested-1", "nested-2", "nested-3");
                    assertThat(jdbc.update("DELETE FROM grape_outbox")).isEqualTo(1);
                });
    }

    @Test
    void whoIsToldOfTheCommitMayProduceAfterIt(TestBroker broker) {
        shop(broker)
                .withPropertyValues("grape.worker.enabled=false", "grape.outbox.relay=false")
                .run(context -> {
                    AfterCommit afterCommit = context.getBean(AfterCommit.class);
                    TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
                    List<CompletableFuture<Produced>> produced = new ArrayList<>();
                    List<Throwable> thrown = new ArrayList<>();
                    TransactionSynchronization listener = new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                            produced.add(
                                    afterCommit.produce(ORDERS, NewJob.of("1").id("told-1")));
                        }

                        /** As a TransactionalEventListener is. */
                        @Override
                        public void afterCompletion(int status) {
                            thrown.add(catchThrowable(() -> afterCommit.produce(ORDERS, "2")));
                            thrown.add(catchThrowable(() -> outbox.produce(ORDERS, "2")));
                        }
                    };
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(
                                    status -> TransactionSynchronizationManager.registerSynchronization(listener));
                    assertThat(produced.get(0))
                            .succeedsWithin(Contexts.PATIENCE)
                            .extracting(Produced::created)
                            .isEqualTo(true);
                    assertThat(thrown)
                            .hasExactlyElementsOfTypes(
                                    IllegalTransactionStateException.class, IllegalTransactionStateException.class);
                    assertThat(context.getBean(JdbcTemplate.class).update("DELETE FROM grape_outbox"))
                            .isZero();
                });
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
