package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.FailedProduce;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.ProduceResults;
import io.grape.client.Tube;
import io.grape.client.worker.BatchJob;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.OutcomeHandler;
import io.grape.client.worker.Retry;
import io.grape.client.worker.TestJobContext;
import io.grape.client.worker.Worker;
import io.grape.client.worker.WorkerState;
import io.grape.client.worker.WorkerStatus;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import io.grape.opentelemetry.GrapeTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java of the pages about streams, batches, and what goes around produces and handlers. */
@Tag("slow")
@GrapeTest
class HooksPageTest {
    private static final Tube<Mail> MAILS = Tube.of("mails", Mail.class);

    private final Queue<Mail> sent = new ConcurrentLinkedQueue<>();
    private final Queue<String> tenants = new ConcurrentLinkedQueue<>();

    record Mail(String to, String text) {}

    static final class TooManyRequests extends RuntimeException {
        private static final long serialVersionUID = 1;

        Duration retryAfter() {
            return Duration.ofMinutes(5);
        }
    }

    /** Whose job this thread works on. */
    static final class Tenant {
        private static final ThreadLocal<String> CURRENT = ThreadLocal.withInitial(() -> "none");

        private Tenant() {}

        static void set(String tenant) {
            CURRENT.set(tenant);
        }

        static void clear() {
            CURRENT.remove();
        }
    }

    private void send(Mail mail) {
        if (mail.text().isEmpty()) {
            throw new TooManyRequests();
        }
        tenants.add(Tenant.CURRENT.get());
        sent.add(mail);
    }

    private void sendAll(List<Mail> mails) {
        sent.addAll(mails);
    }

    private static Mail mail(int number) {
        return new Mail(number + "@example.com", "Welcome!");
    }

    @Test
    void aStreamIsProduced(Grape grape) {
        Stream<Mail> rows = Stream.iterate(1, i -> i + 1).limit(2500).map(HooksPageTest::mail);
        // tag::stream[]
        ProduceResults<Mail> results = grape.produceAll(MAILS, rows.map(NewJob::of));
        List<NewJob<? extends Mail>> again = results.failed().stream()
                .<NewJob<? extends Mail>>map(FailedProduce::job)
                .toList();
        // end::stream[]
        assertThat(results.created()).isEqualTo(2500);
        assertThat(again).isEmpty();
    }

    @Test
    void batchesAreHandled(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape)
                // tag::batch[]
                .onBatch(MAILS, 200, Duration.ofMillis(250), batch -> {
                    batch.stream().filter(job -> job.payload().to().isEmpty()).forEach(job -> job.bury("no address"));
                    sendAll(batch.stream().map(BatchJob::payload).toList());
                })
                // end::batch[]
                .start();
        grape.produce(MAILS, NewJob.of(new Mail("", "Welcome!")).id("bad"));
        grape.produce(MAILS, mail(1));
        broker.runUntilIdle();
        assertThat(sent).hasSize(2);
        assertThat(grape.peek(MAILS, "bad").orElseThrow().state()).isEqualTo(JobState.FAILED);
        worker.close();
    }

    @Test
    void aFunctionDecidesARetry(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape)
                .on(MAILS, (mail, job) -> send(mail))
                // tag::retry[]
                .retry(Retry.by((failure, job) -> failure instanceof TooManyRequests refused
                        ? Outcome.snooze(refused.retryAfter())
                        : Retry.DEFAULT.after(failure, job)))
                // end::retry[]
                .start();
        grape.produce(MAILS, NewJob.of(new Mail("a@example.com", "")).id("refused"));
        broker.runUntilIdle();
        assertThat(grape.peek(MAILS, "refused").orElseThrow().delay()).isEqualTo(Duration.ofMinutes(5));
        worker.close();
    }

    @Test
    void aHandlerHasWhatIsSetAroundIt(Grape grape, TestBroker broker) {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        Worker worker = Worker.of(grape)
                .on(MAILS, (mail, job) -> send(mail))
                // tag::around[]
                .around((job, next) -> {
                    Tenant.set(job.key().orElse("none"));
                    try {
                        return next.proceed();
                    } finally {
                        Tenant.clear();
                    }
                })
                .executor(threads)
                // end::around[]
                .start();
        grape.produce(MAILS, NewJob.of(mail(1)).key("acme"));
        broker.runUntilIdle();
        assertThat(tenants).containsExactly("acme");
        // tag::pause[]
        worker.pause();
        WorkerStatus status = worker.status();
        boolean isIdle = status.held() == 0;
        worker.resume();
        // end::pause[]
        assertThat(isIdle).isTrue();
        assertThat(status.state()).isEqualTo(WorkerState.PAUSED);
        worker.close();
        threads.shutdown();
    }

    @Test
    void spansGoWithAJob(TestBroker broker) {
        URI address = broker.uri();
        OpenTelemetry openTelemetry = OpenTelemetry.noop();
        // tag::tracing[]
        GrapeTelemetry telemetry = GrapeTelemetry.of(openTelemetry);
        Grape grape = Grape.builder().brokers(address).around(telemetry).build();
        Worker worker = Worker.of(grape)
                .around(telemetry)
                .on(MAILS, (mail, job) -> send(mail))
                .start();
        // end::tracing[]
        grape.produce(MAILS, NewJob.of(mail(1)).id("traced"));
        worker.close();
        grape.close();
    }

    @Test
    void aHandlerIsTestedAlone() throws Exception {
        OutcomeHandler<Mail> handler = (mail, job) ->
                job.attempt() < 3 ? Outcome.snooze(Duration.ofMinutes(job.attempt())) : Outcome.bury("refused");
        Mail mail = mail(1);
        // tag::context[]
        TestJobContext job = TestJobContext.of("8812").attempt(2).key("acme");
        Outcome outcome = handler.decide(mail, job);
        assertThat(outcome).isEqualTo(Outcome.snooze(Duration.ofMinutes(2)));
        // end::context[]
    }
}
