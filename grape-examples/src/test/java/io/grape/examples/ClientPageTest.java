package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.AckLevel;
import io.grape.client.Acknowledgement;
import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.Deleted;
import io.grape.client.ErrorCode;
import io.grape.client.ExpireTo;
import io.grape.client.GateMatch;
import io.grape.client.GatePreview;
import io.grape.client.GateSettings;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobPage;
import io.grape.client.JobResult;
import io.grape.client.JobState;
import io.grape.client.KeepSettings;
import io.grape.client.Kicked;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.OperationPreview;
import io.grape.client.OperationSettings;
import io.grape.client.OperationStatus;
import io.grape.client.Produced;
import io.grape.client.QuotaSettings;
import io.grape.client.Result;
import io.grape.client.SchedulePreview;
import io.grape.client.ScheduleSettings;
import io.grape.client.Schedules;
import io.grape.client.Tube;
import io.grape.client.TubeGates;
import io.grape.client.TubeSettings;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The Java of docs/client.md. */
@GrapeTest
class ClientPageTest {
    // tag::tubes[]
    record Mail(String to, String text) {}

    static final Tube<Mail> MAILS = Tube.of("mails", Mail.class);
    static final Tube<String> NOTES = Tube.of("notes", Codec.text());
    // end::tubes[]

    private final Mail mail = new Mail("ann@example.org", "Welcome");
    private final List<String> known = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    @Test
    void aJobIsProducedOnceUnderItsId(Grape grape, TestBroker broker) {
        for (int i = 0; i < 2; i++) {
            // tag::produce[]
            NewJob<Mail> welcome = NewJob.of(mail)
                    .id("welcome-8812")
                    .delay(Duration.ofMinutes(15))
                    .ttr(Duration.ofSeconds(30))
                    .priority(100)
                    .maxAttempts(8);
            Produced produced = grape.produce(MAILS, welcome);
            if (!produced.created()) {
                known.add(produced.id());
            }
            // end::produce[]
        }
        assertThat(known).containsExactly("welcome-8812");
        assertThat(grape.peek(MAILS, "welcome-8812").orElseThrow().payload()).isEqualTo(mail);
    }

    @Test
    void aLiveJobIsReplaced(Grape grape, TestBroker broker) {
        Instant tomorrow = broker.now().plus(Duration.ofDays(1));
        grape.produce(MAILS, NewJob.of(mail).id("reminder-8812").delay(Duration.ofHours(1)));
        // tag::replace[]
        NewJob<Mail> reminder = NewJob.of(mail).id("reminder-8812").at(tomorrow).onDuplicate(OnDuplicate.REPLACE);
        grape.produce(MAILS, reminder, AckLevel.MEMORY);
        // end::replace[]
        assertThat(grape.peek(MAILS, "reminder-8812").orElseThrow().dueAt().orElseThrow())
                .isAfter(broker.now().plus(Duration.ofHours(2)));
    }

    @Test
    void aFinishedIdIsRemembered(Grape grape) {
        // tag::dedup[]
        grape.tubes().configure("mails", new TubeSettings(Duration.ofMinutes(1), 20).dedup(Duration.ofHours(1)));
        grape.produce(MAILS, NewJob.of(mail).id("order-8812").dedup(Duration.ofDays(1)));
        // end::dedup[]
        Job<Mail> job = grape.consume(MAILS, 1, Duration.ZERO).get(0);
        grape.acknowledge("mails", Acknowledgement.finish(job));
        Produced again = grape.produce(MAILS, NewJob.of(mail).id("order-8812"));
        assertThat(again.created()).isFalse();
        assertThat(again.state()).isEqualTo(JobState.FINISHED);
        assertThat(grape.tubes().status("mails").orElseThrow().settings().dedup())
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aResultIsWaitedFor(Grape grape) {
        // tag::results[]
        TubeSettings settings = new TubeSettings(Duration.ofMinutes(1), 20).keep(KeepSettings.of(Duration.ofHours(1)));
        grape.tubes().configure("mails", settings);
        Produced produced = grape.produce(MAILS, mail);
        CompletableFuture<Optional<JobResult>> result =
                grape.async().awaitResult(MAILS, produced.id(), Duration.ofMinutes(5));
        // end::results[]
        // tag::finish[]
        Job<Mail> job = grape.consume(MAILS, 1, Duration.ZERO).get(0);
        grape.acknowledge("mails", Acknowledgement.finish(job, JobResult.json("{\"sent\":true}")));
        // end::finish[]
        assertThat(result.join().orElseThrow().text()).isEqualTo("{\"sent\":true}");
        assertThat(grape.list(MAILS, JobState.FINISHED, 10, null).jobs()).hasSize(1);
    }

    @Test
    void manyEventsAreOneJob(Grape grape, TestBroker broker) {
        for (int event = 0; event < 3; event++) {
            // tag::debounce[]
            NewJob<Mail> digest = NewJob.of(mail).id("digest-17");
            grape.produce(MAILS, digest.debounce(Duration.ofSeconds(10), Duration.ofMinutes(1)));
            // end::debounce[]
            broker.advance(Duration.ofSeconds(9));
        }
        assertThat(grape.consume(MAILS, 1, Duration.ZERO)).isEmpty();
        broker.advance(Duration.ofSeconds(1));
        assertThat(grape.consume(MAILS, 1, Duration.ZERO)).hasSize(1);
    }

    @Test
    void aJobThatIsLateExpires(Grape grape, TestBroker broker) {
        // tag::expiry[]
        TubeSettings late = new TubeSettings(Duration.ofMinutes(1), 20).expire(Duration.ofHours(1), ExpireTo.DROP);
        grape.tubes().configure("mails", late);
        grape.produce(MAILS, NewJob.of(mail).expireIn(Duration.ofMinutes(10)));
        // end::expiry[]
        broker.advance(Duration.ofMinutes(11));
        assertThat(grape.consume(MAILS, 1, Duration.ZERO)).isEmpty();
    }

    @Test
    void aBadJobOfManyFailsAlone(Grape grape) {
        List<NewJob<Mail>> jobs =
                List.of(NewJob.of(mail).id("a"), NewJob.of(mail).id("b").maxAttempts(-1));
        // tag::many[]
        List<Result<Produced>> results = grape.produceAll(MAILS, jobs);
        for (int i = 0; i < jobs.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure != null) {
                problems.add(jobs.get(i).id() + ": " + failure.code());
            }
        }
        // end::many[]
        assertThat(problems).containsExactly("b: BAD_REQUEST");
    }

    @Test
    void aJobIsLookedAtKickedAndDeleted(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8812").delay(Duration.ofHours(1)));
        // tag::look[]
        Optional<Job<Mail>> job = grape.peek(MAILS, "welcome-8812");
        JobPage<Mail> failed = grape.list(MAILS, JobState.FAILED, 100, null);
        Kicked kicked = grape.kick(MAILS, "welcome-8812");
        Deleted deleted = grape.delete(MAILS, "welcome-8812");
        // end::look[]
        assertThat(job).isPresent();
        assertThat(failed.jobs()).isEmpty();
        assertThat(kicked).isEqualTo(Kicked.KICKED);
        assertThat(deleted).isEqualTo(Deleted.DELETED);
    }

    @Test
    void aJobIsChangedInPlace(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8812").delay(Duration.ofHours(1)));
        // tag::change[]
        Job<Mail> seen = grape.peek(MAILS, "welcome-8812").orElseThrow();
        String rev = seen.rev().orElseThrow();
        Job<Mail> changed = grape.change(
                MAILS,
                "welcome-8812",
                job -> job.delay(Duration.ofHours(2)).priority(5).ifRev(rev));
        // end::change[]
        assertThat(changed.priority()).isEqualTo(5);
        assertThat(changed.delay()).isEqualTo(Duration.ofHours(2));
        assertThat(changed.payload()).isEqualTo(mail);
    }

    @Test
    void aScheduleMakesJobs(Grape grape) {
        // tag::schedules[]
        grape.tubes().configure("mails", TubeSettings.UNCHANGED);
        Schedules schedules = grape.schedules();
        ScheduleSettings weekdays = ScheduleSettings.cron("0 7 * * 1-5").zone(ZoneId.of("Europe/Berlin"));
        List<SchedulePreview> next = schedules.preview(weekdays, 3);
        schedules.put(MAILS, "daily", weekdays, NewJob.of(mail).labels("digest"));
        // end::schedules[]
        String id = "daily~" + next.get(0).at();
        assertThat(grape.peek(MAILS, id).orElseThrow().payload()).isEqualTo(mail);
        assertThat(schedules.delete(MAILS, "daily")).isTrue();
        assertThat(grape.peek(MAILS, id)).isEmpty();
    }

    @Test
    void anOperationKicksManyJobs(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).delay(Duration.ofHours(1)).labels("welcome"));
        // tag::operations[]
        OperationSettings runNow =
                OperationSettings.kick("mails", JobState.DELAYED).label("welcome");
        OperationPreview preview = grape.operations().preview(runNow);
        OperationStatus begun = grape.operations().begin(runNow.perSecond(500));
        // end::operations[]
        assertThat(preview.matching()).isEqualTo(1);
        assertThat(begun.settings().tube()).isEqualTo("mails");
        assertThat(grape.consume(MAILS, 1, Duration.ofSeconds(30))).hasSize(1);
    }

    @Test
    void aQuotaLimitsOneClient(Grape grape) {
        // tag::quotas[]
        grape.quotas().put("importer", QuotaSettings.NONE.produce(100, 200).inFlight(20));
        // end::quotas[]
        assertThat(grape.quotas().get("importer").orElseThrow().settings().inFlight())
                .isEqualTo(20);
        assertThat(grape.quotas().delete("importer")).isTrue();
    }

    @Test
    void aJobIsTakenByItsId(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8812").delay(Duration.ofHours(1)));
        // tag::take[]
        Job<Mail> job = grape.take(MAILS, "welcome-8812");
        grape.acknowledge("mails", Acknowledgement.finish(job));
        // end::take[]
        assertThat(grape.peek(MAILS, "welcome-8812")).isEmpty();
    }

    @Test
    void aGateHoldsJobs(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8812").labels("welcome"));
        // tag::gates[]
        TubeGates gates = grape.tubes().gates("mails");
        GateSettings outage = GateSettings.hold(GateMatch.label("welcome")).reason("the relay is down");
        GatePreview preview = gates.preview(outage);
        gates.put("outage", outage);
        // end::gates[]
        assertThat(preview.sample()).containsExactly("welcome-8812");
        assertThat(grape.consume(MAILS, 1, Duration.ZERO)).isEmpty();
        assertThat(gates.lift("outage")).isTrue();
        assertThat(grape.consume(MAILS, 1, Duration.ZERO)).hasSize(1);
    }

    @Test
    void aFinishTakesTheNext(Grape grape) {
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8812"));
        grape.produce(MAILS, NewJob.of(mail).id("welcome-8813"));
        List<Mail> sent = new ArrayList<>();
        // tag::next[]
        List<Job<Mail>> jobs = grape.consume(MAILS, 1, Duration.ofSeconds(20));
        while (!jobs.isEmpty()) {
            Job<Mail> job = jobs.get(0);
            sent.add(job.payload());
            jobs = grape.finishAndConsume(MAILS, Acknowledgement.finish(job), 1, Duration.ofSeconds(1));
        }
        // end::next[]
        assertThat(sent).containsExactly(mail, mail);
        assertThat(grape.peek(MAILS, "welcome-8813")).isEmpty();
    }

    @Test
    void aCallNeedNotBeWaitedFor(Grape grape) {
        // tag::async[]
        CompletableFuture<String> id = grape.async().produce(NOTES, "hello").thenApply(Produced::id);
        // end::async[]
        assertThat(grape.peek(NOTES, id.join()).orElseThrow().payload()).isEqualTo("hello");
    }

    @Test
    void aHeaderOfTheCallerGoesAlong(TestBroker broker) {
        String traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        URI address = broker.uri();
        // tag::headers[]
        Grape grape = Grape.builder()
                .brokers(address)
                .headers(() -> Map.of("traceparent", traceparent))
                .build();
        // end::headers[]
        try (grape) {
            Produced produced = grape.produce(MAILS, mail);
            assertThat(grape.peek(MAILS, produced.id()).orElseThrow().headers())
                    .containsEntry("traceparent", traceparent);
        }
    }

    @Test
    void whatMayHaveHappenedIsProducedAgainUnderItsId() {
        List<NewJob<Mail>> outbox = new ArrayList<>();
        try (Grape grape = Grape.builder()
                .brokers(URI.create("http://127.0.0.1:1"))
                .callTimeout(Duration.ofMillis(200))
                .build()) {
            NewJob<Mail> job = NewJob.of(mail).id("welcome-8812");
            // tag::failures[]
            try {
                grape.produce(MAILS, job);
            } catch (GrapeException e) {
                switch (e.code()) {
                    case UNREACHABLE, TIMED_OUT, STORE_UNAVAILABLE -> outbox.add(job);
                    case OVERLOADED, DEADLINE_EXCEEDED, UNKNOWN -> outbox.add(job);
                    default -> throw e;
                }
            }
            // end::failures[]
        }
        assertThat(outbox).hasSize(1);
    }

    @Test
    void severalBrokersAndADeadline() {
        String secret = "secret";
        // tag::brokers[]
        Grape grape = Grape.builder()
                .brokers(URI.create("http://a:9521"), URI.create("http://b:9521"))
                .callTimeout(Duration.ofSeconds(10))
                .token(secret)
                .build();
        Grape hasty = grape.within(Duration.ofSeconds(1));
        // end::brokers[]
        assertThat(hasty).isNotSameAs(grape);
        grape.close();
    }

    @Test
    void aFakeNeedsNoBroker() {
        // tag::fake[]
        class Notebook implements Grape {
            final List<Object> produced = new ArrayList<>();

            @Override
            public <T> Produced produce(Tube<T> tube, NewJob<? extends T> job, AckLevel ack) {
                produced.add(job.payload());
                return new Produced(job.id(), true, JobState.READY, null, false);
            }

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
        // end::fake[]
        Notebook fake = new Notebook();
        fake.produce(MAILS, mail);
        assertThat(fake.produced).containsExactly(mail);
    }

    @ParameterizedTest
    @EnumSource
    void thePageTellsOfEveryCode(ErrorCode code) throws IOException {
        assertThat(Files.readString(Path.of("../docs/client.md"))).contains("| `" + code + "` |");
    }
}
