package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Backfilled;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.ScheduleJob;
import io.grape.client.SchedulePreview;
import io.grape.client.ScheduleSettings;
import io.grape.client.ScheduleStatus;
import io.grape.client.Schedules;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client does with schedules. */
class SchedulesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final ScheduleSettings HOURLY = ScheduleSettings.every(Duration.ofHours(1));

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Schedules schedules = broker.grape().schedules();

    @BeforeEach
    void makeTube() {
        broker.grape().tubes().configure(TUBE.name(), new TubeSettings(Duration.ofMinutes(1), 3));
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void aScheduleMakesJobs() {
        ScheduleStatus put = schedules.put(
                TUBE,
                "report",
                ScheduleSettings.every(Duration.ofSeconds(1)),
                NewJob.of("sales").key("acme").header("trace", "7"));
        assertThat(put.state()).isEqualTo(ScheduleStatus.State.ACTIVE);
        assertThat(put.next()).hasSize(5);

        List<Job<String>> jobs = broker.grape().consume(TUBE, 1, Duration.ofSeconds(20));

        Job<String> job = jobs.get(0);
        assertThat(job.payload()).isEqualTo("sales");
        assertThat(job.id()).isEqualTo("report~" + job.headers().get("grape-scheduled-at"));
        assertThat(job.headers()).containsEntry("trace", "7");
        await().until(() -> schedules.get(TUBE, "report").orElseThrow().last() != null);
        ScheduleStatus.LastRun last = Objects.requireNonNull(
                schedules.get(TUBE, "report").orElseThrow().last());
        assertThat(last.dueAt()).isEqualTo(last.at());
        assertThat(last.state()).isIn(JobState.RETAINED, JobState.READY);
        assertThat(schedules.delete(TUBE, "report")).isTrue();
        assertThat(schedules.delete(TUBE, "report")).isFalse();
        assertThat(schedules.get(TUBE, "report")).isEmpty();
    }

    @Test
    void whatIsSetComesBack() {
        ScheduleSettings settings = ScheduleSettings.cron("30 2 * * 1-5")
                .zone(BERLIN)
                .gap(ScheduleSettings.Gap.SKIP)
                .overlap(ScheduleSettings.Overlap.BOTH)
                .window(Duration.ofMinutes(5))
                .from(Instant.parse("2127-01-01T00:00:00Z"))
                .to(Instant.parse("2128-01-01T00:00:00Z"))
                .maxRuns(7)
                .missed(ScheduleSettings.Missed.ALL)
                .missedWithin(Duration.ofHours(2))
                .whileRunning(ScheduleSettings.WhileRunning.QUEUE)
                .pauseAfterFailures(3)
                .paused(true);

        ScheduleStatus put = schedules.put(TUBE, "night", settings, NewJob.of("x"));

        assertThat(put.settings().fields())
                .containsEntry("cron", "30 2 * * 1-5")
                .containsEntry("timeZone", "Europe/Berlin")
                .containsEntry("gap", "skip")
                .containsEntry("overlap", "both")
                .containsEntry("windowMs", 300_000L)
                .containsEntry("from", "2127-01-01T00:00:00.000Z")
                .containsEntry("to", "2128-01-01T00:00:00.000Z")
                .containsEntry("maxRuns", 7L)
                .containsEntry("missed", "all")
                .containsEntry("missedWithinMs", 7_200_000L)
                .containsEntry("whileRunning", "queue")
                .containsEntry("pauseAfterFailures", 3L)
                .containsEntry("paused", true);
        assertThat(put.state()).isEqualTo(ScheduleStatus.State.PAUSED);
        assertThat(put.next()).isEmpty();
        ScheduleStatus again =
                schedules.put(TUBE, "night", ScheduleSettings.of(put.settings().fields()), NewJob.of("x"));
        assertThat(again.rev()).isEqualTo(put.rev());
        assertThat(schedules.list(TUBE)).singleElement().satisfies(listed -> {
            assertThat(listed.name()).isEqualTo("night");
            assertThat(listed.settings()).isEqualTo(put.settings());
        });
    }

    @Test
    void theJobOfAScheduleComesBack() {
        NewJob<String> job = NewJob.of("sales")
                .key("acme")
                .labels("b", "a")
                .header("trace", "7")
                .weight(2.5)
                .ttr(Duration.ofSeconds(90))
                .priority(7)
                .maxAttempts(4);
        schedules.put(TUBE, "s", HOURLY, job);

        ScheduleJob put = schedules.job(TUBE, "s").orElseThrow();

        assertThat(new String(put.bytes(), UTF_8)).isEqualTo("sales");
        assertThat(put.contentType()).isEqualTo("text/plain;charset=utf-8");
        assertThat(put.headers()).containsExactlyEntriesOf(Map.of("trace", "7"));
        assertThat(put.key()).isEqualTo("acme");
        assertThat(put.labels()).containsExactlyElementsOf(job.labels());
        assertThat(put.weight()).isEqualTo(2.5);
        assertThat(put.ttr()).isEqualTo(Duration.ofSeconds(90));
        assertThat(put.priority()).isEqualTo(7);
        assertThat(put.maxAttempts()).isEqualTo(4);
        assertThat(put.isPayloadHidden()).isFalse();
        schedules.put(Tube.of(TUBE.name(), String.class), "s", HOURLY, NewJob.of("x"));
        ScheduleJob plain = schedules.job(TUBE, "s").orElseThrow();
        assertThat(new String(plain.bytes(), UTF_8)).isEqualTo("\"x\"");
        assertThat(plain.contentType()).isEqualTo("application/json");
        assertThat(plain.key()).isNull();
        assertThat(plain.weight()).isNull();
        assertThat(plain.ttr()).isNull();
        assertThat(plain.priority()).isEqualTo(1024);
        assertThat(plain.maxAttempts()).isNull();
        assertThat(schedules.job(TUBE, "none")).isEmpty();
    }

    @Test
    void aScheduleIsPausedAndResumed() {
        schedules.put(TUBE, "s", HOURLY, NewJob.of("x"));
        assertThat(schedules.pause(TUBE, "s").state()).isEqualTo(ScheduleStatus.State.PAUSED);
        assertThat(schedules.resume(TUBE, "s").next()).hasSize(5);
    }

    @Test
    void aRevThatIsOldIsRefused() {
        long rev = schedules.put(TUBE, "s", HOURLY, NewJob.of("x"), 0).rev();
        assertFails(ErrorCode.WRONG_STATE, () -> schedules.put(TUBE, "s", HOURLY, NewJob.of("y"), 0));
        assertThat(schedules.put(TUBE, "s", HOURLY, NewJob.of("y"), rev).rev()).isGreaterThan(rev);
    }

    @Test
    void jobsAreMadeBesideTheOccurrences() {
        schedules.put(TUBE, "s", HOURLY, NewJob.of("x"));
        String id = schedules.run(TUBE, "s");
        assertThat(id).startsWith("s~run~");
        Backfilled done = schedules.backfill(
                TUBE, "s", Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-01T03:00:00Z"));
        assertThat(done).isEqualTo(new Backfilled(3, 0, 0, null));
        assertThat(broker.grape().consume(TUBE, 10, Duration.ZERO))
                .extracting(Job::id)
                .containsExactlyInAnyOrder(
                        id, "s~2026-01-01T00:00:00Z", "s~2026-01-01T01:00:00Z", "s~2026-01-01T02:00:00Z");
    }

    @Test
    void aPreviewKnowsTheChangesOfTheClocks() {
        ScheduleSettings night =
                ScheduleSettings.cron("30 2 * * *").zone(BERLIN).from(Instant.parse("2027-03-27T12:00:00Z"));

        List<SchedulePreview> next = schedules.preview(night, 2);

        assertThat(next)
                .containsExactly(
                        new SchedulePreview(
                                Instant.parse("2027-03-28T01:00:00Z"),
                                LocalDateTime.parse("2027-03-28T03:00"),
                                ZoneOffset.ofHours(2),
                                SchedulePreview.Fell.GAP),
                        new SchedulePreview(
                                Instant.parse("2027-03-29T00:30:00Z"),
                                LocalDateTime.parse("2027-03-29T02:30"),
                                ZoneOffset.ofHours(2),
                                null));
    }

    @Test
    void whatAScheduleCannotHaveIsRefused() {
        assertFails(
                ErrorCode.BAD_REQUEST,
                () -> schedules.put(TUBE, "s", HOURLY, NewJob.of("x").delay(Duration.ofSeconds(1))));
        assertFails(
                ErrorCode.BAD_REQUEST,
                () -> schedules.put(TUBE, "s", ScheduleSettings.cron("61 * * * *"), NewJob.of("x")));
        assertFails(ErrorCode.NOT_FOUND, () -> schedules.run(TUBE, "s"));
    }
}
