package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.test.context.TestContextManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Test classes with contexts of their own over one database, as Spring runs them one after the other. */
class CachedContextsTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());
    private static final Tube<String> LATER = Tube.of("later", Codec.text());

    static class Notes {
        @GrapeHandler("notes")
        void note(String text) {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(GrapeAutoConfiguration.class)
    static class Shop {
        @Bean
        Notes notes() {
            return new Notes();
        }

        @Bean
        DataSource source() {
            return TestDatabase.POSTGRESQL.source();
        }

        @Bean
        PlatformTransactionManager transactions(DataSource source) {
            return new DataSourceTransactionManager(source);
        }
    }

    @GrapeTest
    @SpringBootTest(
            classes = Shop.class,
            properties = {"shop=1", "grape.outbox.create-table=true", "grape.outbox.poll=10ms"})
    static class First {}

    @GrapeTest
    @SpringBootTest(
            classes = Shop.class,
            properties = {"shop=2", "grape.outbox.create-table=true", "grape.outbox.poll=10ms"})
    static class Second {}

    @BeforeAll
    static void hasDatabase() {
        TestDatabase.POSTGRESQL.assumeInstalled();
    }

    private static TestContextManager begin(Class<?> test) throws Exception {
        TestContextManager manager = new TestContextManager(test);
        manager.beforeTestClass();
        manager.prepareTestInstance(test == First.class ? new First() : new Second());
        return manager;
    }

    private static ApplicationContext contextOf(TestContextManager test) {
        return test.getTestContext().getApplicationContext();
    }

    private static boolean isRunning(ApplicationContext context) {
        boolean isRelaying = context.getBean(RelayLifecycle.class).relay().isPresent();
        assertThat(context.getBean(HandlerWorker.class).isRunning()).isEqualTo(isRelaying);
        return isRelaying;
    }

    /** Without it, about half of the jobs go to the broker of the other context. */
    private static void outboxReachesTheBrokerOf(ApplicationContext context) throws InterruptedException {
        TransactionalOutbox outbox = context.getBean(TransactionalOutbox.class);
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String id = transaction.execute(
                    status -> outbox.produce(LATER, NewJob.of("text").delay(Duration.ofHours(1))));
            ids.add(Objects.requireNonNull(id));
            Thread.sleep(5);
        }
        TestBroker broker = context.getBean(TestBroker.class);
        await().atMost(Contexts.PATIENCE)
                .untilAsserted(() -> assertThat(ids)
                        .allMatch(id -> broker.client().peek(LATER, id).isPresent()));
    }

    @Test
    void outboxOfATestReachesTheBrokerOfItsOwnContext() throws Exception {
        TestContextManager first = begin(First.class);
        ApplicationContext one = contextOf(first);
        outboxReachesTheBrokerOf(one);
        first.afterTestClass();
        assertThat(isRunning(one)).isTrue();

        TestContextManager second = begin(Second.class);
        ApplicationContext two = contextOf(second);
        assertThat(isRunning(one)).isFalse();
        outboxReachesTheBrokerOf(two);
        second.afterTestClass();

        first = begin(First.class);
        assertThat(contextOf(first)).isSameAs(one);
        assertThat(isRunning(one)).isTrue();
        assertThat(isRunning(two)).isFalse();
        outboxReachesTheBrokerOf(one);
        one.getBean(Grape.class).produce(NOTES, "text");
        one.getBean(TestBroker.class).runUntilIdle();
        first.afterTestClass();
    }

    @Test
    void contextsOfParallelClassesBothKeepRunning() throws Exception {
        TestContextManager first = begin(First.class);
        TestContextManager second = begin(Second.class);
        assertThat(isRunning(contextOf(first))).isTrue();
        assertThat(isRunning(contextOf(second))).isTrue();
        second.afterTestClass();
        assertThat(isRunning(contextOf(second))).isTrue();
        first.afterTestClass();
    }

    @Test
    void partThatATestStoppedByItselfStaysStopped() throws Exception {
        TestContextManager first = begin(First.class);
        contextOf(first).getBean(RelayLifecycle.class).stop();
        first.afterTestClass();
        begin(Second.class).afterTestClass();
        first = begin(First.class);
        assertThat(contextOf(first).getBean(RelayLifecycle.class).relay()).isEmpty();
        assertThat(contextOf(first).getBean(HandlerWorker.class).isRunning()).isTrue();
        contextOf(first).getBean(RelayLifecycle.class).start();
        first.afterTestClass();
    }
}
