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

import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.job.Job;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.WhileRunning;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which runs count as failures of their schedule, and when that pauses it. */
interface FailedRunsContract extends ScheduleSteps {
    private void begin(int pauseAfterFailures, int maxAttempts) {
        timeIs(T0);
        create(TubeSettings.DEFAULT.with(TTR, Duration.ofMinutes(10)).with(MAX_ATTEMPTS, maxAttempts));
        putSchedule(everyMinute(WhileRunning.ALLOW, pauseAfterFailures));
    }

    /** Occurrences that are held, each a minute after the one before. */
    private List<Job> run(int first, int last) {
        List<Job> held = new ArrayList<>();
        for (int number = first; number <= last; number++) {
            timeIs(minute(number));
            tick();
            held.addAll(consume(5));
        }
        assertThat(held).hasSize(last - first + 1);
        return held;
    }

    private void assertPaused(int failures) {
        assertThat(status().failures()).isEqualTo(failures);
        assertThat(status().state()).isEqualTo(ScheduleState.PAUSED);
        assertThat(status().next(1)).isEmpty();
    }

    private void assertActive(int failures) {
        assertThat(status().failures()).isEqualTo(failures);
        assertThat(status().state()).isEqualTo(ScheduleState.ACTIVE);
    }

    @Test
    default void runsThatFailAfterTheNextOccurrenceIsDueCount() {
        begin(3, 20);
        List<Job> held = run(1, 4);
        held.subList(0, 3).forEach(job -> bury(job, "broken"));
        assertPaused(3);
        timeIs(minute(5));
        tick();
        assertThat(consume(5)).isEmpty();
        get(schedules().resume(tube(), "s", null));
        assertActive(0);
        finish(held.get(3));
        timeIs(minute(6));
        assertThat(ids(consume(5))).containsExactly(occurrence(6));
        assertBalanced();
    }

    @Test
    default void lastFailurePausesAScheduleBeforeItsNextOccurrence() {
        begin(1, 20);
        bury(run(1, 1).get(0), "broken");
        assertPaused(1);
        assertGone(occurrence(2));
        timeIs(minute(2));
        tick();
        assertThat(consume(5)).isEmpty();
        assertBalanced();
    }

    @Test
    default void occurrenceThatIsDueWhenAScheduleIsPausedStays() {
        begin(1, 20);
        Job first = run(1, 1).get(0);
        timeIs(minute(2));
        bury(first, "broken");
        assertPaused(1);
        assertThat(status().runs()).isEqualTo(2);
        assertThat(ids(consume(5))).containsExactly(occurrence(2));
    }

    @Test
    default void runThatFinishesInBetweenEndsTheCount() {
        begin(2, 20);
        List<Job> held = run(1, 4);
        bury(held.get(1), "broken");
        assertActive(1);
        finish(held.get(0));
        assertActive(0);
        bury(held.get(2), "broken");
        assertActive(1);
        bury(held.get(3), "broken");
        assertPaused(2);
    }

    @Test
    default void runsWhoseAttemptsAreSpentCount() {
        begin(2, 1);
        List<Job> held = run(1, 2);
        release(held.get(0), Duration.ZERO);
        assertActive(1);
        // The lease of the other one ends.
        timeIs(minute(12));
        expireLeases();
        assertPaused(2);
    }

    @Test
    default void runCountsOnceHoweverOftenItIsKicked() {
        begin(2, 20);
        List<Job> held = run(1, 2);
        bury(held.get(0), "broken");
        kick(occurrence(1), Duration.ZERO);
        bury(consume(), "broken again");
        assertActive(1);
        kick(occurrence(1), Duration.ZERO);
        finish(consume());
        assertActive(0);
    }

    @Test
    default void runsBesideTheOccurrencesDoNotCount() {
        begin(1, 20);
        String run = get(schedules().run(tube(), "s")).value();
        Job job = consume();
        assertThat(job.id()).isEqualTo(id(run));
        bury(job, "broken");
        assertActive(0);
    }

    @Test
    default void deletedRunIsNoFailureAndNoSuccess() {
        begin(2, 20);
        List<Job> held = run(1, 3);
        bury(held.get(0), "broken");
        get(broker().delete(tube(), held.get(1).id(), true));
        get(broker().delete(tube(), held.get(0).id(), false));
        assertActive(1);
        bury(held.get(2), "broken");
        assertPaused(2);
    }

    @Test
    default void failuresAreCountedWithoutALimitToo() {
        begin(2, 20);
        putSchedule();
        List<Job> held = run(1, 3);
        held.forEach(job -> bury(job, "broken"));
        assertActive(3);
    }

    @Test
    default void runCountsOnceHoweverOftenItIsTaken() {
        begin(3, 20);
        bury(run(1, 1).get(0), "broken");
        for (int i = 0; i < 3; i++) {
            bury(take(occurrence(1)), "still broken");
        }
        assertActive(1);
        handBack(take(occurrence(1)));
        kick(occurrence(1), Duration.ZERO);
        bury(consume(), "broken once more");
        assertActive(1);
    }

    @Test
    default void runThatAGateBuriedCountsOnce() {
        begin(2, 20);
        put("g", GateMatch.ALL, GateMode.BURY);
        timeIs(minute(1));
        tick();
        assertThat(consume(5)).isEmpty();
        assertActive(1);
        lift("g");
        kick(occurrence(1), Duration.ZERO);
        bury(consume(), "broken");
        assertActive(1);
    }

    @Test
    default void runThatFailsFirstAfterItWasKickedCounts() {
        begin(1, 20);
        release(run(1, 1).get(0), HOUR);
        kick(occurrence(1), Duration.ZERO);
        bury(consume(), "broken");
        assertPaused(1);
    }
}
