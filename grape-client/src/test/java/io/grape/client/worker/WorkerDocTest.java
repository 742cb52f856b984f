package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The examples of {@code docs/worker.md}: they stand here, and are compiled and started. */
class WorkerDocTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Tube<Timeout> TIMEOUTS = Tube.of("order-timeout", Timeout.class);
    private static final Tube<Report> REPORTS = Tube.of("reports", Report.class);
    private static final Tube<byte[]> THUMBNAILS = Tube.of("thumbnails", Codec.bytes());

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Shop billing = new Shop();
    private final Shop resizer = billing;
    private final Shop store = billing;

    record Timeout(String orderId) {}

    record Report(boolean isReady, int pages) {}

    private static final class InvalidOrder extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** What the examples work on. */
    private static final class Shop {
        void cancelIfUnpaid(String orderId) {
            if (orderId.isEmpty()) {
                throw new InvalidOrder();
            }
        }

        void resize(byte[] image) {
            assertThat(image).isNotEmpty();
        }

        void write(Report report, int page, long token) {
            assertThat(token).as("%s, page %s", report, page).isPositive();
        }
    }

    private Worker whole(Grape grape) {
        Worker worker = Worker.of(grape)
                .on(TIMEOUTS, (timeout, job) -> billing.cancelIfUnpaid(timeout.orderId()))
                .decide(
                        REPORTS,
                        (report, job) -> report.isReady() ? Outcome.finish() : Outcome.release(Duration.ofMinutes(1)))
                .concurrency(16)
                .prefetch(4)
                .retry(Retry.exponential(Duration.ofSeconds(5), Duration.ofMinutes(30))
                        .attempts(8)
                        .buryOn(InvalidOrder.class))
                .interruptOnLostLease(true)
                .drain(Duration.ofSeconds(30))
                .start();
        return worker;
    }

    private WorkerBuilder others(Grape grape) {
        return Worker.of(grape)
                .on(REPORTS, this::export)
                .on(
                        THUMBNAILS,
                        (image, job) -> resizer.resize(image),
                        TubeOptions.concurrency(2).prefetch(0));
    }

    void export(Report report, JobContext job) {
        for (int page = 0; page < report.pages(); page++) {
            job.checkLease();
            store.write(report, page, job.fencingToken());
        }
    }

    @Test
    void theExamplesWork() {
        Worker worker = whole(broker.grape());
        broker.grape().produce(TIMEOUTS, NewJob.of(new Timeout("8812")).id("a"));
        broker.grape().produce(REPORTS, NewJob.of(new Report(true, 2)).id("b"));
        Jobs.awaitGone(broker.grape(), TIMEOUTS, "a");
        Jobs.awaitGone(broker.grape(), REPORTS, "b");
        worker.close();
        Worker other = others(broker.grape()).start();
        broker.grape().produce(REPORTS, NewJob.of(new Report(false, 2)).id("c"));
        broker.grape().produce(THUMBNAILS, NewJob.of(new byte[] {1}).id("d"));
        Jobs.awaitGone(broker.grape(), REPORTS, "c");
        Jobs.awaitGone(broker.grape(), THUMBNAILS, "d");
        other.close();
    }

    @Test
    void theyStandHereAsOnThePage() throws IOException {
        String here = squeezed(Files.readString(Path.of("src/test/java/io/grape/client/worker/WorkerDocTest.java")));
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("../docs/worker.md")))
                .results()
                .map((MatchResult result) -> squeezed(result.group(1)))
                .collect(Collectors.toList());
        assertThat(examples)
                .hasSizeGreaterThan(2)
                .allSatisfy(example -> assertThat(here).contains(example));
    }

    /** Whitespace is the formatter's. */
    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
