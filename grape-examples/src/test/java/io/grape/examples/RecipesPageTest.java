package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Checkpoint;
import io.grape.client.Grape;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.ScheduleSettings;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.client.worker.JobContext;
import io.grape.client.worker.Outcome;
import io.grape.client.worker.Worker;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The Java of docs/recipes.md. */
@Tag("slow")
@GrapeTest
class RecipesPageTest {
    private static final Tube<Refund> REFUNDS = Tube.of("refunds", Refund.class);
    private static final Tube<Report> REPORTS = Tube.of("reports", Report.class);
    private static final Tube<Page> INDEX = Tube.of("index", Page.class);
    private static final Tube<Export> EXPORTS = Tube.of("exports", Export.class);
    private static final Tube<Import> IMPORTS = Tube.of("imports", Import.class);

    private final Orders orders = new Orders();
    private final Bank bank = new Bank();
    private final Queue<Integer> written = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final AtomicBoolean rendered = new AtomicBoolean();

    record Refund(String order) {}

    record Report(String name) {}

    record Page(int number) {}

    record Export(String customer) {}

    record Import(int rows) {}

    static final class Orders {
        private final Set<String> refunded = ConcurrentHashMap.newKeySet();

        boolean isRefunded(String order) {
            return refunded.contains(order);
        }

        void markRefunded(String order) {
            refunded.add(order);
        }
    }

    /** It ignores a request whose id it knows. */
    static final class Bank {
        final Set<String> requests = ConcurrentHashMap.newKeySet();

        void refund(String order, String requestId) {
            requests.add(order + " " + requestId);
        }
    }

    // tag::idempotent[]
    void refund(Refund refund, JobContext job) {
        if (!orders.isRefunded(refund.order())) {
            bank.refund(refund.order(), job.id());
            orders.markRefunded(refund.order());
        }
    }
    // end::idempotent[]

    @Test
    void aSecondRunDoesNoHarm(Grape grape, TestBroker broker) {
        List<String> runs = new ArrayList<>();
        Worker worker = Worker.of(grape)
                .on(REFUNDS, (refund, job) -> {
                    refund(refund, job);
                    runs.add(job.id());
                    if (job.noe() == 1) {
                        orders.refunded.clear();
                        throw new IllegalStateException("it died before it was marked");
                    }
                })
                .start();
        grape.produce(REFUNDS, NewJob.of(new Refund("8812")).id("refund-8812"));
        broker.advance(Duration.ofMinutes(1));
        assertThat(runs).hasSize(2);
        assertThat(bank.requests).containsExactly("8812 refund-8812");
        worker.close();
    }

    @Test
    void aReportIsMadeOnWorkingDays(Grape grape, TestBroker broker) {
        Queue<String> made = new ConcurrentLinkedQueue<>();
        // tag::periodic[]
        grape.tubes().configure("reports", new TubeSettings(Duration.ofMinutes(10), 20));
        ScheduleSettings weekdays = ScheduleSettings.cron("0 7 * * 1-5").zone(ZoneId.of("Europe/Berlin"));
        grape.schedules().put(REPORTS, "daily", weekdays, NewJob.of(new Report("sales")));
        Worker worker = Worker.of(grape)
                .on(
                        REPORTS,
                        (report, job) ->
                                made.add(report.name() + " of " + job.headers().get("grape-scheduled-at")))
                .start();
        // end::periodic[]
        broker.advance(Duration.ofDays(7));
        assertThat(made).hasSize(5).allMatch(one -> one.startsWith("sales of 2"));
        worker.close();
    }

    @Test
    void manyChangesAreOneRun(Grape grape, TestBroker broker) {
        for (int change = 0; change < 5; change++) {
            // tag::debounce[]
            NewJob<Page> changed = NewJob.of(new Page(7)).id("page-7");
            grape.produce(INDEX, changed.debounce(Duration.ofSeconds(10), Duration.ofMinutes(1)));
            // end::debounce[]
            broker.advance(Duration.ofSeconds(5));
        }
        assertThat(grape.consume(INDEX, 10, Duration.ZERO)).isEmpty();
        broker.advance(Duration.ofSeconds(10));
        assertThat(grape.consume(INDEX, 10, Duration.ZERO)).hasSize(1);
    }

    @Test
    void aTubeKeepsItsRate(Grape grape) {
        // tag::rate[]
        TubeLimits limits = TubeLimits.NONE.rate(10, 20).concurrency(5);
        grape.tubes().configure("exports", new TubeSettings(Duration.ofMinutes(1), 20, limits));
        // end::rate[]
        for (int job = 0; job < 10; job++) {
            grape.produce(EXPORTS, new Export("acme"));
        }
        assertThat(grape.consume(EXPORTS, 10, Duration.ZERO)).hasSize(5);
    }

    @Test
    void customersTakeTurns(Grape grape) {
        // tag::fair[]
        grape.tubes().configure("exports", new TubeSettings(Duration.ofMinutes(1), 20, KeySettings.FAIR));
        // end::fair[]
        for (int job = 0; job < 10; job++) {
            grape.produce(EXPORTS, NewJob.of(new Export("acme")).key("acme"));
        }
        Export export = new Export("globex");
        // tag::fair[]
        grape.produce(EXPORTS, NewJob.of(export).key(export.customer()));
        // end::fair[]
        assertThat(grape.consume(EXPORTS, 2, Duration.ZERO))
                .extracting(job -> job.payload().customer())
                .containsExactlyInAnyOrder("acme", "globex");
    }

    private int send(Export export) {
        asked.add(export.customer());
        return export.customer().equals("acme") ? 429 : 200;
    }

    @Test
    void aKeyRests(Grape grape) throws InterruptedException {
        grape.tubes().configure("exports", new TubeSettings(Duration.ofMinutes(1), 20, KeySettings.FAIR));
        String acme = grape.produce(EXPORTS, NewJob.of(new Export("acme")).key("acme"))
                .id();
        String globex = grape.produce(EXPORTS, NewJob.of(new Export("globex")).key("globex"))
                .id();
        // tag::rest-key[]
        Worker worker = Worker.of(grape)
                .decide(
                        EXPORTS,
                        (export, job) ->
                                send(export) == 429 ? Outcome.restKey(Duration.ofSeconds(30)) : Outcome.finish())
                .start();
        // end::rest-key[]
        assertThat(List.of(asked.take(), asked.take())).containsExactlyInAnyOrder("acme", "globex");
        worker.close();
        assertThat(grape.peek(EXPORTS, globex)).isEmpty();
        assertThat(grape.peek(EXPORTS, acme).orElseThrow().noe()).isZero();
        assertThat(grape.consume(EXPORTS, 1, Duration.ZERO)).isEmpty();
    }

    private boolean isRendered(Report report) {
        return !report.name().isEmpty() && rendered.get();
    }

    @Test
    void aJobThatIsNotReadyIsLookedAtLater(Grape grape, TestBroker broker) {
        InstantSource clock = broker::now;
        // tag::polling[]
        Worker worker = Worker.of(grape)
                .decide(REPORTS, (report, job) -> {
                    if (isRendered(report)) {
                        return Outcome.finish();
                    }
                    return job.createdAt().isBefore(clock.instant().minus(Duration.ofHours(6)))
                            ? Outcome.bury("not rendered within 6 hours")
                            : Outcome.snooze(Duration.ofMinutes(1));
                })
                .start();
        // end::polling[]
        String id = grape.produce(REPORTS, new Report("sales")).id();
        broker.advance(Duration.ofMinutes(50));
        assertThat(grape.peek(REPORTS, id).orElseThrow().noe()).isZero();
        rendered.set(true);
        broker.advance(Duration.ofMinutes(1));
        assertThat(grape.peek(REPORTS, id)).isEmpty();
        rendered.set(false);
        String never = grape.produce(REPORTS, new Report("sales")).id();
        broker.advance(Duration.ofHours(7));
        assertThat(grape.peek(REPORTS, never).orElseThrow().reason()).contains("not rendered within 6 hours");
        worker.close();
    }

    // tag::long[]
    Outcome importRows(Import file, JobContext job) {
        int from = job.checkpoint().map(left -> Integer.parseInt(left.text())).orElse(0);
        int to = Math.min(from + 1000, file.rows());
        for (int row = from; row < to; row++) {
            job.checkLease();
            written.add(row);
        }
        job.progress(100 * to / file.rows(), "row " + to);
        return to == file.rows() ? Outcome.finish() : Outcome.handOver(Checkpoint.json(Integer.toString(to)));
    }
    // end::long[]

    @Test
    void aLongJobGoesOnWhereItWas(Grape grape, TestBroker broker) {
        Worker worker = Worker.of(grape).decide(IMPORTS, this::importRows).start();
        String id = grape.produce(IMPORTS, new Import(2500)).id();
        broker.runUntilIdle();
        assertThat(grape.peek(IMPORTS, id)).isEmpty();
        assertThat(written).hasSize(2500).doesNotHaveDuplicates();
        worker.close();
    }

    record OldMail(String to) {}

    // tag::payload[]
    record Mail(String to, @Nullable String locale) {
        Mail {
            locale = locale == null ? "en" : locale;
        }
    }
    // end::payload[]

    @Test
    void oldAndNewReleasesReadEachOthersJobs(Grape grape) {
        Tube<OldMail> ofOldRelease = Tube.of("mails", OldMail.class);
        Tube<Mail> ofNewRelease = Tube.of("mails", Mail.class);
        String old = grape.produce(ofOldRelease, new OldMail("ann")).id();
        String fresh = grape.produce(ofNewRelease, new Mail("bob", "de")).id();
        assertThat(grape.peek(ofNewRelease, old).orElseThrow().payload()).isEqualTo(new Mail("ann", "en"));
        assertThat(grape.peek(ofOldRelease, fresh).orElseThrow().payload()).isEqualTo(new OldMail("bob"));
    }

    @Test
    void oneWorkerServesTheOldAndTheNewTube(Grape grape, TestBroker broker) {
        Queue<Mail> sent = new ConcurrentLinkedQueue<>();
        Tube<OldMail> oldMails = Tube.of("mails", OldMail.class);
        Tube<Mail> mails = Tube.of("mails-2", Mail.class);
        // tag::tubes-of-two-releases[]
        Worker worker = Worker.of(grape)
                .on(oldMails, (mail, job) -> sent.add(new Mail(mail.to(), "en")))
                .on(mails, (mail, job) -> sent.add(mail))
                .start();
        // end::tubes-of-two-releases[]
        grape.produce(oldMails, new OldMail("ann"));
        grape.produce(mails, new Mail("bob", "de"));
        broker.runUntilIdle();
        assertThat(sent).containsExactlyInAnyOrder(new Mail("ann", "en"), new Mail("bob", "de"));
        worker.close();
    }
}
