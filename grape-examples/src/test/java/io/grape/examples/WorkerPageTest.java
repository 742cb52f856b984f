package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.Tube;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.Retry;
import io.grape.client.worker.TubeOptions;
import io.grape.client.worker.Worker;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java of docs/worker.md. */
@Tag("slow")
@GrapeTest
class WorkerPageTest {
    private static final Tube<Timeout> TIMEOUTS = Tube.of("timeouts", Timeout.class);
    private static final Tube<Report> REPORTS = Tube.of("reports", Report.class);
    private static final Tube<String> THUMBNAILS = Tube.of("thumbnails", String.class);

    private final Billing billing = new Billing();
    private final Store store = new Store();
    private final Resizer resizer = new Resizer();
    private final AtomicBoolean ready = new AtomicBoolean();

    record Timeout(String orderId) {}

    record Report(int pages) {}

    static final class InvalidOrder extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class Billing {
        final Queue<String> cancelled = new ConcurrentLinkedQueue<>();

        void cancelIfUnpaid(String order) {
            if (order.isEmpty()) {
                throw new InvalidOrder();
            }
            cancelled.add(order);
        }
    }

    static final class Store {
        final Queue<Integer> pages = new ConcurrentLinkedQueue<>();
        final Queue<Long> tokens = new ConcurrentLinkedQueue<>();

        void write(Report report, int page, long token) {
            pages.add(page);
            tokens.add(token);
        }
    }

    static final class Resizer {
        final Queue<String> images = new ConcurrentLinkedQueue<>();

        void resize(String image) {
            images.add(image);
        }
    }

    private boolean isReady(Report report) {
        return report.pages() == 0 || ready.get();
    }

    @Test
    void twoTubesOneOfWhichDecides(Grape grape, TestBroker broker) {
        // tag::worker[]
        Worker worker = Worker.of(grape)
                .on(TIMEOUTS, (timeout, job) -> billing.cancelIfUnpaid(timeout.orderId()))
                .decide(
                        REPORTS,
                        (report, job) -> isReady(report) ? Outcome.finish() : Outcome.snooze(Duration.ofMinutes(1)))
                .concurrency(16)
                .prefetch(4)
                .retry(Retry.exponential(Duration.ofSeconds(5), Duration.ofMinutes(30))
                        .attempts(8)
                        .buryOn(InvalidOrder.class))
                .interruptOnLostLease(true)
                .drain(Duration.ofSeconds(30))
                .start();
        // end::worker[]
        grape.produce(TIMEOUTS, new Timeout("8812"));
        String report = grape.produce(REPORTS, new Report(3)).id();
        broker.runUntilIdle();
        assertThat(billing.cancelled).containsExactly("8812");
        for (int look = 1; look < 100; look++) {
            broker.advance(Duration.ofMinutes(1));
            assertThat(grape.peek(REPORTS, report).orElseThrow().noe()).isZero();
        }
        ready.set(true);
        broker.advance(Duration.ofMinutes(1));
        assertThat(grape.peek(REPORTS, report)).isEmpty();
        worker.close();
    }

    // tag::export[]
    void export(Report report, JobContext job) {
        for (int page = 0; page < report.pages(); page++) {
            job.checkLease();
            store.write(report, page, job.fencingToken());
        }
    }
    // end::export[]

    @Test
    void eachPageIsWrittenWithTheToken(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape).on(REPORTS, this::export).start();
        grape.produce(REPORTS, new Report(3));
        broker.runUntilIdle();
        assertThat(store.pages).containsExactlyElementsOf(List.of(0, 1, 2));
        assertThat(store.tokens).hasSize(3).containsOnly(store.tokens.element());
        worker.close();
    }

    @Test
    void oneTubeHasSettingsOfItsOwn(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape)
                // tag::options[]
                .on(
                        THUMBNAILS,
                        (image, job) -> resizer.resize(image),
                        TubeOptions.concurrency(2).timeout(Duration.ofMinutes(5)))
                // end::options[]
                .start();
        grape.produce(THUMBNAILS, "cat.png");
        broker.runUntilIdle();
        assertThat(resizer.images).containsExactly("cat.png");
        worker.close();
    }
}
