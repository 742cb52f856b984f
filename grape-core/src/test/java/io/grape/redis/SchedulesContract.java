package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.ScheduleSteps.everyMinute;
import static io.grape.redis.ScheduleSteps.minute;
import static io.grape.redis.ScheduleSteps.occurrence;
import static io.grape.redis.ScheduleSteps.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.DueTube;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.LastRun;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.Schedules;
import io.grape.core.schedule.SkippedOccurrence;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a schedule makes which jobs. */
interface SchedulesContract extends ScheduleSteps {
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
        assertThat(status().lastSkipped()).isEqualTo(new SkippedOccurrence(minute(1), "MISSED"));
        assertThat(status().next(1)).containsExactly(minute(6));
        putSchedule(everyMinute(null, MissedPolicy.SKIP));
        endAll(occurrence(1), occurrence(5));
        timeIs(minute(9));
        tick();
        assertThat(ids(consume(100))).containsExactly(occurrence(6));
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
                WhileRunning.ALLOW));
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
    default void aPausedScheduleHasNoOccurrences() {
        begin();
        putSchedule();
        get(schedules().pause(tube(), "s", null));
        assertFails(broker().peek(tube(), id(occurrence(1))), ErrorCode.JOB_NOT_FOUND);
        assertThat(status().state()).isEqualTo(ScheduleState.PAUSED);
        assertThat(status().made()).isZero();
        assertThat(count(TubeCounter.DELETED)).isEqualTo(1);
        timeIs(minute(5));
        assertThat(tick().ticked()).isZero();
        get(schedules().resume(tube(), "s", null));
        assertThat(status().next(1)).containsExactly(minute(6));
        assertBalanced();
    }

    @Test
    default void whatIsPutAsItIsStaysAsItIs() {
        begin();
        long rev = putSchedule();
        timeIs(minute(1));
        assertThat(putSchedule()).isEqualTo(rev);
        assertThat(ids(consume(1))).containsExactly(occurrence(1));
        assertThat(putSchedule(everyMinute(5, MissedPolicy.ONE))).isGreaterThan(rev);
        assertThat(ids(get(broker().list(tube(), new JobQuery(JobState.DELAYED, 10, null)))
                        .jobs()))
                .containsExactly(occurrence(2));
    }

    @Test
    default void anEditTakesBackWhatWasNotBegun() {
        begin();
        putSchedule();
        timeIs(minute(1));
        putSchedule(everyMinute(5, MissedPolicy.ONE));
        assertThat(consume(1)).isEmpty();
        timeIs(minute(2));
        consume(1);
        putSchedule(everyMinute(6, MissedPolicy.ONE));
        assertThat(get(broker().peek(tube(), id(occurrence(2)))).state()).isEqualTo(JobState.RETAINED);
        assertThat(status().next(1)).containsExactly(minute(3));
        assertThat(status().runs()).isEqualTo(1);
        get(schedules().delete(tube(), "s", null));
        assertFails(schedules().get(tube(), "s"), ErrorCode.NOT_FOUND);
        assertFails(broker().peek(tube(), id(occurrence(3))), ErrorCode.JOB_NOT_FOUND);
        assertBalanced();
    }

    @Test
    default void anEditOfAnotherRevIsRefused() {
        begin();
        long rev = putSchedule();
        assertFails(schedules().put(tube(), "s", request(everyMinute(5, MissedPolicy.ONE)), 0L), ErrorCode.WRONG_STATE);
        assertFails(schedules().pause(tube(), "s", rev - 1), ErrorCode.WRONG_STATE);
        assertFails(schedules().delete(tube(), "s", rev + 1), ErrorCode.WRONG_STATE);
        long next = get(schedules().pause(tube(), "s", rev)).rev();
        assertThat(next).isGreaterThan(rev);
        assertFails(schedules().put(tube(), "t", request(everyMinute(5, MissedPolicy.ONE)), 7L), ErrorCode.WRONG_STATE);
        assertThat(get(schedules().put(tube(), "t", request(everyMinute(5, MissedPolicy.ONE)), 0L))
                        .isNew())
                .isTrue();
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
        get(tubes().configure(
                        tube(), new TubeSettingsChange(null, null, new TubeLimits(null, null, null, 1L, null), null)));
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

    @Test
    default void itsJobsHaveATemplate() {
        begin();
        share(FAIR);
        JobTemplate template = new JobTemplate(
                Payload.binary(new byte[2000]),
                new JobTags("ann", List.of("eu", "daily")),
                2.5,
                new Headers(Map.of("traceparent", "00-1-2-01")),
                Duration.ofSeconds(90),
                7,
                3);
        get(schedules()
                .put(tube(), "s", new ScheduleRequest(everyMinute(null, MissedPolicy.ONE), false, template), null));
        JobTemplate read = Objects.requireNonNull(status().template());
        assertThat(read).usingRecursiveComparison().isEqualTo(template);
        Job waits = get(broker().peek(tube(), id(occurrence(1))));
        assertThat(waits.tags()).isEqualTo(template.tags());
        assertThat(waits.ttr()).isEqualTo(Duration.ofSeconds(90));
        assertThat(waits.priority()).isEqualTo(7);
        assertThat(waits.maxAttempts()).isEqualTo(3);
        assertThat(waits.payload().bytes()).hasSize(2000);
        assertThat(waits.headers().values()).hasSize(2).containsEntry("traceparent", "00-1-2-01");
        timeIs(minute(1));
        assertThat(ids(consume(1))).containsExactly(occurrence(1));
        tick();
        get(schedules().pause(tube(), "s", null));
        get(broker().delete(tube(), id(occurrence(1)), true));
        assertBalanced();
    }

    @Test
    default void aRunNowIsBesideTheOccurrences() {
        begin();
        putSchedule(everyMinute(1, MissedPolicy.ONE));
        String run = get(schedules().run(tube(), "s")).value();
        assertThat(run).matches("s~run~[0-9A-Za-z]{20}");
        Job job = consume(1).get(0);
        assertThat(job.id()).isEqualTo(id(run));
        assertThat(job.headers().values()).containsEntry(JobTemplate.SCHEDULED_AT, T0.toString());
        assertThat(status().made()).isEqualTo(1);
        assertFails(schedules().run(tube(), "t"), ErrorCode.NOT_FOUND);
    }

    @Test
    default void pastOccurrencesAreMadeOnRequest() {
        begin();
        putSchedule();
        timeIs(minute(300));
        assertThat(get(schedules().backfill(tube(), "s", minute(10), minute(160))))
                .isEqualTo(new Backfill(150, 0, 0, null));
        assertThat(get(schedules().backfill(tube(), "s", minute(159), minute(161))))
                .isEqualTo(new Backfill(1, 1, 0, null));
        assertThat(ids(consume(3))).containsExactly(occurrence(1), occurrence(10), occurrence(11));
        assertFails(schedules().backfill(tube(), "s", minute(10), minute(301)), ErrorCode.BAD_REQUEST);
        assertFails(schedules().backfill(tube(), "s", minute(10), minute(10)), ErrorCode.BAD_REQUEST);
        assertFails(schedules().backfill(tube(), "s", minute(-2000), minute(10)), ErrorCode.BAD_REQUEST);
        assertThat(status().made()).isEqualTo(1);
        assertBalanced();
    }

    @Test
    default void theIndexSaysWhereToLook() {
        begin();
        putSchedule();
        assertThat(dueTubes()).contains(tube().value());
        get(schedules().delete(tube(), "s", null));
        assertThat(tick().next()).isNull();
        assertThat(dueTubes()).doesNotContain(tube().value());
        putSchedule();
        get(tubes().delete(tube()));
        assertThat(tick().next()).isNull();
        assertThat(dueTubes()).doesNotContain(tube().value());
    }

    private List<String> dueTubes() {
        return get(store().scheduleTicks().due(Duration.ofDays(40000), 0)).stream()
                .map(DueTube::tube)
                .map(Object::toString)
                .toList();
    }

    @Test
    default void whatCannotBePutIsRefused() {
        assertFails(
                schedules().put(tube(), "s", request(everyMinute(null, MissedPolicy.ONE)), null),
                ErrorCode.TUBE_NOT_FOUND);
        begin();
        for (String name : List.of("", "a/b", "a~b", "..", "x".repeat(65))) {
            assertFails(
                    schedules().put(tube(), name, request(everyMinute(null, MissedPolicy.ONE)), null),
                    ErrorCode.BAD_REQUEST);
        }
        assertFails(schedules().delete(tube(), "s", null), ErrorCode.NOT_FOUND);
        assertFails(schedules().pause(tube(), "s", null), ErrorCode.NOT_FOUND);
        assertFails(schedules().resume(tube(), "s", null), ErrorCode.NOT_FOUND);
    }

    @Test
    default void aTubeHasABoundedNumberOfSchedules() {
        begin();
        ScheduleRequest paused = new ScheduleRequest(everyMinute(null, MissedPolicy.ONE), true, TEMPLATE);
        IntStream.range(0, Schedules.MAX_SCHEDULES)
                .mapToObj(i -> schedules().put(tube(), "s" + i, paused, null))
                .toList()
                .forEach(put -> get(put));
        assertFails(schedules().put(tube(), "more", paused, null), ErrorCode.WRONG_STATE);
        assertThat(get(schedules().list(tube()))).hasSize(Schedules.MAX_SCHEDULES);
        get(tubes().delete(tube()));
        assertThat(keysOfTheTube()).isEmpty();
    }
}
