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
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.core.schedule.Backfill;
import io.grape.core.schedule.DueTube;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.Schedules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Schedules are put, edited, paused and removed, and what their jobs have. */
interface SchedulesContract extends ScheduleSteps {
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
    default void anEditReplacesWhatWasNotBegun() {
        begin();
        putSchedule();
        timeIs(minute(1));
        putSchedule(everyMinute(5, MissedPolicy.ONE));
        assertThat(count(TubeCounter.DELETED)).isEqualTo(1);
        Job first = consume();
        assertThat(first.id()).isEqualTo(id(occurrence(1)));
        finish(first);
        tick();
        timeIs(minute(2));
        consume(1);
        putSchedule(everyMinute(6, MissedPolicy.ONE));
        assertThat(get(broker().peek(tube(), id(occurrence(2)))).state()).isEqualTo(JobState.RETAINED);
        assertThat(status().next(1)).containsExactly(minute(3));
        assertThat(status().runs()).isEqualTo(2);
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
