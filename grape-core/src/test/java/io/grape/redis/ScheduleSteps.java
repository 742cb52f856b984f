package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Limits;
import io.grape.core.TubeCounter;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.Schedules;
import io.grape.core.schedule.Ticked;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the laws of schedules have in common. */
interface ScheduleSteps extends GateSteps {
    Duration MINUTE = Duration.ofMinutes(1);
    JobTemplate TEMPLATE = template(JobTags.NONE);

    static JobTemplate template(JobTags tags) {
        Payload payload = new Payload("{\"report\":1}".getBytes(UTF_8), Payload.JSON);
        return new JobTemplate(payload, tags, null, Headers.NONE, null, Limits.DEFAULT_PRIORITY, null);
    }

    static ScheduleSpec everyMinute(@Nullable Integer maxRuns, MissedPolicy missed) {
        return everyMinute(maxRuns, missed, WhileRunning.ALLOW, null);
    }

    static ScheduleSpec everyMinute(WhileRunning whileRunning, @Nullable Integer pauseAfterFailures) {
        return everyMinute(null, MissedPolicy.ONE, whileRunning, pauseAfterFailures);
    }

    private static ScheduleSpec everyMinute(
            @Nullable Integer maxRuns,
            MissedPolicy missed,
            WhileRunning whileRunning,
            @Nullable Integer pauseAfterFailures) {
        return new ScheduleSpec(
                new IntervalTiming(MINUTE, Instant.EPOCH),
                Duration.ZERO,
                null,
                null,
                maxRuns,
                missed,
                null,
                whileRunning,
                pauseAfterFailures);
    }

    static ScheduleRequest request(ScheduleSpec spec) {
        return new ScheduleRequest(spec, false, TEMPLATE);
    }

    default Schedules schedules() {
        return store().schedules();
    }

    default void begin() {
        timeIs(T0);
        create(TubeSettings.DEFAULT);
    }

    default long putSchedule(ScheduleSpec spec) {
        return get(schedules().put(tube(), "s", request(spec), null)).rev();
    }

    default long putSchedule() {
        return putSchedule(everyMinute(null, MissedPolicy.ONE));
    }

    /** A schedule each minute, whose jobs have a payload of their own. */
    default void putPayload(ScheduleSpec spec, String payload) {
        JobTemplate template = new JobTemplate(
                new Payload(payload.getBytes(UTF_8), Payload.JSON),
                JobTags.NONE,
                null,
                Headers.NONE,
                null,
                Limits.DEFAULT_PRIORITY,
                null);
        get(schedules().put(tube(), "s", new ScheduleRequest(spec, null, template), null));
    }

    default ScheduleStatus status() {
        return get(schedules().get(tube(), "s"));
    }

    default Ticked tick() {
        return get(store().scheduleTicks().tick(tube()));
    }

    static Instant minute(int number) {
        return T0.plus(MINUTE.multipliedBy(number));
    }

    static String occurrence(int number) {
        return "s~" + minute(number);
    }

    default long count(TubeCounter counter) {
        return describe().total(counter);
    }
}
