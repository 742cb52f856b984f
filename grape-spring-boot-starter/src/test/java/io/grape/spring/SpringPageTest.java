package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.BufferedProducer;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.ScheduleSettings;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import io.grape.client.worker.BatchJob;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.Retry;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.outbox.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** The Java of docs/spring.md. */
@GrapeTest
class SpringPageTest {
    record Report(String id, int page) {}

    record Order(String id) {}

    record Unpaid(String order) {}

    static class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static class Reports {
        private final List<String> done = new CopyOnWriteArrayList<>();

        private boolean isReady(Report report) {
            return report.page() > 0;
        }

        private void render(Report report) {
            done.add("rendered " + report.id());
        }

        private void mail(Report[] reports) {
            done.add("mailed " + reports.length);
        }

        private void purge(String day) {
            done.add("purged " + day);
        }

        // tag::signatures[]
        @GrapeHandler(value = "reports", buryOn = Unreadable.class)
        Outcome render(Report report, JobContext job) {
            if (!isReady(report)) {
                return Outcome.snooze(Duration.ofMinutes(1));
            }
            render(report);
            return Outcome.finish();
        }

        @GrapeHandler("${reports.mail-tube:mails}")
        void mailAll(Report[] reports) {
            mail(reports);
        }

        @GrapeHandler("purges")
        void purge(JobContext job) {
            purge(job.id());
        }
        // end::signatures[]
    }

    static class Printer {
        private final List<Integer> printed = new CopyOnWriteArrayList<>();

        void printAll(List<BatchJob<Report>> batch) {
            printed.add(batch.size());
        }
    }

    // tag::beans[]
    @Configuration(proxyBeanMethods = false)
    static class GrapeBeans {
        @Bean
        GrapeBuilderCustomizer tenant() {
            return builder -> builder.headers(() -> Map.of("tenant", "acme"));
        }

        @Bean
        WorkerBuilderCustomizer retry() {
            return builder -> builder.retry(Retry.ofTube());
        }

        @Bean
        WorkerBuilderCustomizer batches(GrapeCodecs codecs, Printer printer) {
            Tube<Report> prints = codecs.tube("prints", Report.class);
            return builder -> builder.onBatch(prints, 200, Duration.ofMillis(250), printer::printAll);
        }
    }
    // end::beans[]

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {
        // tag::client[]
        @Bean
        Grape grape(GrapeBuilder builder) {
            return builder.maxResponseBytes(32 << 20).build();
        }
        // end::client[]
    }

    @Configuration(proxyBeanMethods = false)
    static class Scheduled {
        // tag::schedules[]
        @Bean
        ApplicationRunner dailyReport(Grape grape, GrapeCodecs codecs) {
            Tube<Report> reports = codecs.tube("reports", Report.class);
            ScheduleSettings weekdays = ScheduleSettings.cron("0 7 * * 1-5").zone(ZoneId.of("Europe/Berlin"));
            return started -> {
                grape.tubes().configure("reports", TubeSettings.UNCHANGED);
                grape.schedules().put(reports, "daily", weekdays, NewJob.of(new Report("sales", 1)));
            };
        }
        // end::schedules[]
    }

    @Test
    void schedulesAreThereAfterTheStart(TestBroker broker) {
        Contexts.of(broker)
                .withUserConfiguration(Scheduled.class, OwnClient.class)
                .run(context -> {
                    context.getBean(ApplicationRunner.class).run(new DefaultApplicationArguments());
                    context.getBean(ApplicationRunner.class).run(new DefaultApplicationArguments());
                    assertThat(broker.client().schedules().list(Tube.of("reports", Codec.text())))
                            .hasSize(1);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Buffered {
        // tag::buffer[]
        @Bean
        BufferedProducer buffer(Grape grape, @Value("${shop.buffer}") Path directory) {
            return grape.bufferedProducer(directory).open();
        }
        // end::buffer[]
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
    }

    static class Repository {
        private final List<Order> orders = new CopyOnWriteArrayList<>();

        void save(Order order) {
            orders.add(order);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A failure is logged.
    static class Shop {
        private final Repository repository = new Repository();
        private final TransactionalOutbox outbox;
        private final AfterCommit afterCommit;
        private final Tube<Unpaid> unpaid;
        private final List<String> done = new CopyOnWriteArrayList<>();

        Shop(TransactionalOutbox outbox, AfterCommit afterCommit, GrapeCodecs codecs) {
            this.outbox = outbox;
            this.afterCommit = afterCommit;
            this.unpaid = codecs.tube("unpaid", Unpaid.class);
        }

        // tag::outbox[]
        @Transactional
        public void place(Order order) {
            repository.save(order);
            outbox.produce(
                    unpaid, NewJob.of(new Unpaid(order.id())).id(order.id()).delay(Duration.ofMinutes(30)));
        }
        // end::outbox[]

        // tag::after-commit[]
        @Transactional
        public void remind(Order order) {
            repository.save(order);
            afterCommit.produce(unpaid, NewJob.of(new Unpaid(order.id())).delay(Duration.ofHours(1)));
        }
        // end::after-commit[]

        /** A proxy has no fields of its own. */
        public List<String> cancelled() {
            return done;
        }

        @GrapeHandler("unpaid")
        public void cancel(Unpaid unpaid) {
            done.add(unpaid.order());
        }
    }

    @Test
    void theHandlersWork(TestBroker broker) {
        Contexts.of(broker)
                .withBean(Reports.class)
                .withBean(Printer.class)
                .withUserConfiguration(GrapeBeans.class)
                .run(context -> {
                    GrapeCodecs codecs = context.getBean(GrapeCodecs.class);
                    Reports reports = context.getBean(Reports.class);
                    broker.client().produce(codecs.tube("reports", Report.class), new Report("a", 1));
                    broker.runUntilIdle();
                    broker.client().produce(codecs.tube("mails", Report[].class), new Report[] {new Report("a", 1)});
                    broker.runUntilIdle();
                    broker.client()
                            .produce(
                                    codecs.tube("purges", String.class),
                                    NewJob.of("").id("today"));
                    broker.runUntilIdle();
                    assertThat(reports.done).containsExactly("rendered a", "mailed 1", "purged today");
                    List<NewJob<Report>> two = List.of(NewJob.of(new Report("a", 1)), NewJob.of(new Report("a", 2)));
                    broker.client().produceAll(codecs.tube("prints", Report.class), two);
                    broker.runUntilIdle();
                    assertThat(context.getBean(Printer.class).printed).containsExactly(2);
                });
    }

    @Test
    void theBufferWorks(TestBroker broker, @TempDir Path directory) {
        Tube<String> notes = Tube.of("notes", Codec.text());
        Contexts.of(broker)
                .withUserConfiguration(Buffered.class)
                .withPropertyValues("shop.buffer=" + directory)
                .run(context -> {
                    BufferedProducer buffer = context.getBean(BufferedProducer.class);
                    String id = buffer.produce(notes, "hello");
                    await().atMost(Contexts.PATIENCE)
                            .until(() -> broker.client().peek(notes, id).isPresent());
                });
    }

    @Test
    void theTransactionsWork(TestBroker broker) {
        TestDatabase.POSTGRESQL.assumeInstalled();
        Contexts.of(broker)
                .withUserConfiguration(Database.class)
                .withBean(Shop.class)
                .withPropertyValues("grape.outbox.create-table=true")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    shop.place(new Order("8812"));
                    shop.remind(new Order("8813"));
                    Tube<Unpaid> unpaid = context.getBean(GrapeCodecs.class).tube("unpaid", Unpaid.class);
                    await().atMost(Contexts.PATIENCE)
                            .until(() -> broker.client()
                                    .tubes()
                                    .status("unpaid")
                                    .map(tube -> tube.counts().getOrDefault(JobState.DELAYED, 0L) == 2)
                                    .orElse(false));
                    assertThat(broker.client().peek(unpaid, "8812")).isPresent();
                    broker.advance(Duration.ofHours(1));
                    assertThat(shop.cancelled()).containsExactly("8812", "8813");
                });
    }
}
