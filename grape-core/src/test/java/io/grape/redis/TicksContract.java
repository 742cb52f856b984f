package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.ScheduleSteps.everyMinute;
import static io.grape.redis.ScheduleSteps.minute;
import static io.grape.redis.ScheduleSteps.occurrence;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.schedule.CronExpression;
import io.grape.core.schedule.CronTiming;
import io.grape.core.schedule.GapPolicy;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.LastRun;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.OverlapPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.core.schedule.Ticked;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which occurrences of a schedule are made, and which are not. */
interface TicksContract extends ScheduleSteps {
    @Test
    default void theNextOccurrenceIsInTheTubeAlready() {
        begin();
        putSchedule();
        Job waits = get(broker().peek(tube(), id(occurrence(1))));
        assertThat(waits.state()).isEqualTo(JobState.DELAYED);
        assertThat(waits.dueAt()).isEqualTo(minute(1));
        assertThat(waits.headers().values())
                .containsExactlyEntriesOf(
                        Map.of(JobTemplate.SCHEDULED_AT, minute(1).toString()));
        assertThat(waits.payload().contentType()).isEqualTo(Payload.JSON);
        assertThat(consume(1)).isEmpty();
        ScheduleStatus status = status();
        assertThat(status.state()).isEqualTo(ScheduleState.ACTIVE);
        assertThat(status.next(3)).containsExactly(minute(1), minute(2), minute(3));
        assertThat(status.made()).isEqualTo(1);
        assertThat(status.runs()).isZero();
        timeIs(minute(1));
        assertThat(ids(consume(1))).containsExactly(occurrence(1));
        assertBalanced();
    }

    @Test
    default void aTickMakesTheFollowingOne() {
        begin();
        putSchedule();
        assertThat(tick().ticked()).isZero();
        timeIs(minute(1));
        assertThat(tick().ticked()).isEqualTo(1);
        assertThat(tick().ticked()).isZero();
        assertThat(get(broker().peek(tube(), id(occurrence(2)))).state()).isEqualTo(JobState.DELAYED);
        assertThat(get(broker().peek(tube(), id(occurrence(1)))).state()).isEqualTo(JobState.READY);
        assertThat(tick().next()).isEqualTo(MINUTE);
        LastRun last = Objects.requireNonNull(status().last());
        assertThat(last.id()).isEqualTo(id(occurrence(1)));
        assertThat(last.state()).isEqualTo(JobState.READY);
        assertThat(last.deliveredAt()).isNull();
        timeIs(minute(1).plusMillis(7));
        consume(1);
        last = Objects.requireNonNull(status().last());
        assertThat(last.state()).isEqualTo(JobState.RETAINED);
        assertThat(last.deliveredAt()).isEqualTo(minute(1).plusMillis(7));
        assertThat(status().runs()).isEqualTo(1);
        assertThat(status().made()).isEqualTo(2);
        assertBalanced();
    }

    @Test
    default void howeverManyBrokersTickEachOccurrenceIsMadeOnce() {
        begin();
        putSchedule();
        RedisStore other = anotherStore(Duration.ofSeconds(30));
        for (int i = 1; i <= 10; i++) {
            timeIs(minute(i));
            List.of(
                            store().scheduleTicks().tick(tube()),
                            other.scheduleTicks().tick(tube()),
                            store().scheduleTicks().tick(tube()))
                    .forEach(ticked -> get(ticked));
        }
        assertThat(ids(consume(100)))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 10)
                        .mapToObj(ScheduleSteps::occurrence)
                        .toList());
        assertThat(status().runs()).isEqualTo(10);
        assertThat(count(TubeCounter.PRODUCED)).isEqualTo(11);
    }

    @Test
    default void whatNoBrokerMadeIsMissed() {
        begin();
        putSchedule(everyMinute(null, MissedPolicy.ONE));
        timeIs(minute(5));
        tick();
        assertThat(ids(consume(100))).containsExactly(occurrence(1), occurrence(5));
        assertThat(status().skipped()).isEqualTo(3);
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(4), "MISSED"));
        assertThat(status().next(1)).containsExactly(minute(6));
        putSchedule(everyMinute(null, MissedPolicy.SKIP));
        endAll(occurrence(1), occurrence(5));
        timeIs(minute(9));
        tick();
        assertThat(ids(consume(100))).containsExactly(occurrence(6));
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(9), "MISSED"));
        putSchedule(everyMinute(null, MissedPolicy.ALL));
        endAll(occurrence(6));
        timeIs(minute(14));
        tick();
        assertThat(ids(consume(100)))
                .containsExactly(occurrence(10), occurrence(11), occurrence(12), occurrence(13), occurrence(14));
    }

    private void endAll(String... ids) {
        for (String id : ids) {
            get(broker().delete(tube(), id(id), true));
        }
    }

    /** Replies of Redis arrive on event loops, where an evaluation fails in tests. */
    @Test
    default void schedulesByCronAreEvaluatedOffTheEventLoops() {
        begin();
        ScheduleSpec cron = new ScheduleSpec(
                new CronTiming(CronExpression.parse("* * * * *"), ZoneOffset.UTC, GapPolicy.NEXT, OverlapPolicy.FIRST),
                Duration.ofSeconds(30),
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
        for (String name : List.of("s", "a", "b")) {
            get(schedules().put(tube(), name, ScheduleSteps.request(cron), null));
        }
        timeIs(minute(7));
        Ticked ticked = tick();
        assertThat(ticked.ticked()).isGreaterThanOrEqualTo(3);
        assertThat(ticked.failed()).isZero();
        assertThat(get(schedules().list(tube()))).allMatch(one -> one.next(1).size() == 1);
        get(schedules().pause(tube(), "s", null));
        get(schedules().resume(tube(), "s", null));
        get(schedules().run(tube(), "s"));
        assertThat(get(schedules().backfill(tube(), "s", minute(0), minute(5))).refused())
                .isZero();
    }

    @Test
    default void aScheduleThatNeverOccursIsRefused() {
        begin();
        ScheduleSpec never = new ScheduleSpec(
                new CronTiming(
                        CronExpression.parse("30 2 * 3 7L"),
                        ZoneId.of("Europe/Berlin"),
                        GapPolicy.SKIP,
                        OverlapPolicy.FIRST),
                Duration.ZERO,
                null,
                null,
                null,
                MissedPolicy.ONE,
                null,
                WhileRunning.ALLOW,
                null);
        for (boolean isPaused : new boolean[] {false, true}) {
            assertFails(
                    schedules().put(tube(), "s", new ScheduleRequest(never, isPaused, TEMPLATE), null),
                    ErrorCode.BAD_REQUEST);
        }
        assertFails(schedules().get(tube(), "s"), ErrorCode.NOT_FOUND);
    }

    private ScheduleRequest paused(int bytes) {
        return new ScheduleRequest(
                everyMinute(null, MissedPolicy.ONE),
                true,
                new JobTemplate(Payload.binary(new byte[bytes]), JobTags.NONE, null, Headers.NONE, null, 1024, null));
    }

    private void limitBytes(long maxBytes) {
        get(tubes().configure(tube(), TubeSettingsChange.of(new TubeLimits(null, null, null, null, maxBytes))));
    }

    @Test
    default void whatSchedulesHoldCountsAgainstTheBytesOfTheTube() {
        begin();
        get(schedules().put(tube(), "before", paused(300), null));
        limitBytes(1000);
        assertFails(schedules().put(tube(), "a", paused(700), null), ErrorCode.TUBE_FULL);
        assertFails(schedules().get(tube(), "a"), ErrorCode.NOT_FOUND);
        get(schedules().put(tube(), "a", paused(500), null));
        assertFails(schedules().put(tube(), "a", paused(700), null), ErrorCode.TUBE_FULL);
        assertThat(Objects.requireNonNull(get(schedules().get(tube(), "a")).template())
                        .payload()
                        .bytes())
                .hasSize(500);
        Payload large = Payload.binary(new byte[300]);
        assertFails(broker().produce(tube(), NewJob.of(id("large"), large), ProduceOptions.USUAL), ErrorCode.TUBE_FULL);
        get(schedules().delete(tube(), "a", null));
        get(broker().produce(tube(), NewJob.of(id("large"), large), ProduceOptions.USUAL));
        assertFails(schedules().put(tube(), "a", paused(500), null), ErrorCode.TUBE_FULL);
        get(schedules().put(tube(), "before", paused(10), null));
        get(schedules().put(tube(), "a", paused(500), null));
        limitBytes(400);
        get(schedules().put(tube(), "a", paused(200), null));
        assertBalanced();
    }

    @Test
    default void whatAForgottenScheduleHeldIsFree() {
        begin();
        limitBytes(1000);
        ScheduleRequest once = new ScheduleRequest(
                everyMinute(1, MissedPolicy.ONE), false, paused(400).template());
        get(schedules().put(tube(), "s", once, null));
        timeIs(minute(1));
        tick();
        finish(consume(1).get(0));
        assertFails(schedules().put(tube(), "t", paused(700), null), ErrorCode.TUBE_FULL);
        timeIs(minute(1).plus(Duration.ofDays(7)));
        tick();
        get(schedules().put(tube(), "t", paused(700), null));
    }

    @Test
    default void manyMissedOnesAreMadeInSlices() {
        begin();
        putSchedule(new ScheduleSpec(
                new IntervalTiming(Duration.ofSeconds(1), Instant.EPOCH),
                Duration.ZERO,
                null,
                null,
                null,
                MissedPolicy.ALL,
                null,
                WhileRunning.ALLOW,
                null));
        timeIs(T0.plusSeconds(350));
        tick();
        assertThat(describe().count(JobState.READY)).isEqualTo(350);
        assertThat(status().runs()).isEqualTo(350);
    }

    @Test
    default void aScheduleEndsAfterItsLastRunAndIsForgottenAWeekLater() {
        begin();
        putSchedule(everyMinute(2, MissedPolicy.ONE));
        assertThat(status().next(5)).containsExactly(minute(1), minute(2));
        timeIs(minute(1));
        tick();
        timeIs(minute(2));
        tick();
        assertThat(ids(consume(100))).containsExactly(occurrence(1), occurrence(2));
        assertThat(status().state()).isEqualTo(ScheduleState.ENDED);
        assertThat(status().next(5)).isEmpty();
        assertThat(status().runs()).isEqualTo(2);
        assertFails(schedules().resume(tube(), "s", null), ErrorCode.WRONG_STATE);
        timeIs(minute(2).plus(Duration.ofDays(7)));
        tick();
        assertFails(schedules().get(tube(), "s"), ErrorCode.NOT_FOUND);
    }

    @Test
    default void aDeletedOccurrenceIsSkipped() {
        begin();
        putSchedule();
        get(broker().delete(tube(), id(occurrence(1)), false));
        timeIs(minute(1));
        tick();
        assertThat(consume(1)).isEmpty();
        assertThat(status().next(1)).containsExactly(minute(2));
    }

    @Test
    default void anOccurrenceThatTheTubeRefusesIsSkipped() {
        begin();
        putSchedule();
        put("g", GateMatch.ALL, GateMode.REFUSE);
        timeIs(minute(1));
        tick();
        assertThat(status().skipped()).isEqualTo(1);
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(2), "GATED g"));
        assertFails(schedules().run(tube(), "s"), ErrorCode.GATED);
        lift("g");
        get(tubes().configure(tube(), TubeSettingsChange.of(new TubeLimits(null, null, null, 1L, null))));
        timeIs(minute(2));
        tick();
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(3), "TUBE_FULL maxJobs"));
        assertFails(schedules().run(tube(), "s"), ErrorCode.TUBE_FULL);
        consume(1);
        assertThat(ids(consume(1))).isEmpty();
        get(broker().delete(tube(), id(occurrence(1)), true));
        timeIs(minute(3));
        tick();
        timeIs(minute(4));
        assertThat(ids(consume(1))).containsExactly(occurrence(4));
        assertBalanced();
    }

    @Test
    default void anIdThatIsTakenIsSkipped() {
        begin();
        putSchedule();
        produceAll(job(occurrence(2)).due(Due.at(minute(9))));
        timeIs(minute(1));
        tick();
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(2), "DUPLICATE"));
        get(schedules().delete(tube(), "s", null));
        assertThat(get(broker().peek(tube(), id(occurrence(2)))).headers()).isEqualTo(Headers.NONE);
    }
}
