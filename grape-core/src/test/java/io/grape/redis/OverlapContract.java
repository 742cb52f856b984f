package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.redis.ScheduleSteps.everyMinute;
import static io.grape.redis.ScheduleSteps.minute;
import static io.grape.redis.ScheduleSteps.occurrence;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.key.KeySettings;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an occurrence while the one before it runs, and after runs that failed. */
interface OverlapContract extends ScheduleSteps {
    /** Jobs of a key share a tube with keys. */
    private void begin(WhileRunning policy, @Nullable String key) {
        timeIs(T0);
        TubeLimits limits = new TubeLimits(null, null, null, null, 10_000L);
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofHours(1))
                .with(MAX_ATTEMPTS, 20)
                .with(limits)
                .with(key == null ? KeySettings.OFF : KeySteps.FAIR));
        get(schedules()
                .put(
                        tube(),
                        "s",
                        new ScheduleRequest(
                                everyMinute(policy, null), null, ScheduleSteps.template(new JobTags(key, List.of()))),
                        null));
    }

    private List<Job> turn(int number) {
        timeIs(minute(number));
        tick();
        return consume(5);
    }

    private void buryAll(List<Job> jobs) {
        jobs.forEach(job -> bury(job, ""));
    }

    private Job begun() {
        timeIs(minute(1));
        tick();
        Job first = consume(1).get(0);
        assertThat(first.id()).isEqualTo(id(occurrence(1)));
        return first;
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "acme")
    default void anOccurrenceIsDroppedWhileTheOneBeforeRuns(@Nullable String key) {
        begin(WhileRunning.SKIP, key);
        Job first = begun();
        assertThat(turn(2)).isEmpty();
        ScheduleStatus status = status();
        assertThat(status.skipped()).isEqualTo(1);
        assertThat(status.lastSkipped()).isEqualTo(new SkippedOccurrence(minute(2), "RUNNING " + occurrence(1)));
        assertThat(count(TubeCounter.DROPPED)).isEqualTo(1);
        assertThat(turn(3)).isEmpty();
        assertThat(count(TubeCounter.DROPPED)).isEqualTo(2);
        finish(first);
        assertThat(ids(turn(4))).containsExactly(occurrence(4));
        assertBalanced();
    }

    @Test
    default void aRunThatWaitsForItsRetryIsNotOver() {
        begin(WhileRunning.SKIP, null);
        release(begun(), Duration.ofSeconds(90));
        assertThat(turn(2)).isEmpty();
        assertThat(ids(turn(3))).containsExactly(occurrence(1));
        assertThat(count(TubeCounter.DROPPED)).isEqualTo(2);
        assertBalanced();
    }

    @Test
    default void aRunThatFailedIsOver() {
        begin(WhileRunning.SKIP, null);
        bury(begun(), "");
        assertThat(ids(turn(2))).containsExactly(occurrence(2));
        assertBalanced();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "acme")
    default void anOccurrenceWaitsForTheOneBefore(@Nullable String key) {
        begin(WhileRunning.QUEUE, key);
        Job first = begun();
        assertThat(turn(2)).isEmpty();
        assertThat(turn(3)).isEmpty();
        assertThat(peek(occurrence(2)).state()).isEqualTo(JobState.DELAYED);
        finish(first);
        timeIs(minute(3).plusSeconds(1));
        List<Job> second = consume(5);
        assertThat(ids(second)).containsExactly(occurrence(2));
        finish(second.get(0));
        timeIs(minute(3).plusSeconds(2));
        assertThat(ids(consume(5))).containsExactly(occurrence(3));
        assertThat(count(TubeCounter.DROPPED)).isZero();
        assertThat(status().skipped()).isZero();
        assertBalanced();
    }

    @Test
    default void whatIsMadeBesideThemIsDelivered() {
        begin(WhileRunning.SKIP, null);
        Job first = begun();
        String run = get(schedules().run(tube(), "s")).value();
        assertThat(ids(consume(5))).containsExactly(run);
        finish(first);
        assertThat(ids(turn(2))).containsExactly(occurrence(2));
    }

    @Test
    default void runsThatFailOneAfterTheOtherPauseASchedule() {
        begin();
        putSchedule(everyMinute(WhileRunning.ALLOW, 2));
        bury(begun(), "");
        assertThat(status().failures()).isEqualTo(1);
        buryAll(turn(2));
        assertThat(status().failures()).isEqualTo(2);
        assertThat(status().state()).isEqualTo(ScheduleState.PAUSED);
        assertThat(turn(3)).isEmpty();
        assertThat(turn(4)).isEmpty();
        get(schedules().resume(tube(), "s", null));
        assertThat(status().failures()).isZero();
        assertThat(ids(turn(5))).containsExactly(occurrence(5));
    }

    @Test
    default void aRunThatFinishedEndsTheCountOfFailures() {
        begin();
        putSchedule(everyMinute(WhileRunning.ALLOW, 2));
        bury(begun(), "");
        assertThat(status().failures()).isEqualTo(1);
        turn(2).forEach(this::finish);
        assertThat(status().failures()).isZero();
        buryAll(turn(3));
        assertThat(status().failures()).isEqualTo(1);
        assertThat(ids(turn(4))).containsExactly(occurrence(4));
        assertThat(status().state()).isEqualTo(ScheduleState.ACTIVE);
    }

    @Test
    default void aPutThatDoesNotSayLeavesItPaused() {
        begin();
        putSchedule();
        get(schedules().pause(tube(), "s", null));
        ScheduleRequest as = new ScheduleRequest(everyMinute(null, MissedPolicy.ONE), null, TEMPLATE);
        get(schedules().put(tube(), "s", as, null));
        assertThat(status().state()).isEqualTo(ScheduleState.PAUSED);
        get(schedules().put(tube(), "s", ScheduleSteps.request(everyMinute(7, MissedPolicy.ONE)), null));
        assertThat(status().state()).isEqualTo(ScheduleState.ACTIVE);
    }
}
