package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.tube.ScheduleWindow;
import io.grape.core.tube.WaitingJobs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is due when, and where a job is, in every storage. */
interface ScheduleContract extends StoreContract {
    Duration MINUTE = Duration.ofMinutes(1);

    private WaitingJobs waiting(ScheduleWindow window) {
        return get(store().schedule().of(tube(), window));
    }

    @Test
    default void waitingJobsAreCountedByTheirDueTimesWhateverTheirPriority() {
        timeIs(T0);
        produceAll(
                job("ready"),
                job("urgent").priority(3),
                delayed("now", Duration.ofMillis(1)),
                delayed("soon", MINUTE.minusMillis(1)).priority(7),
                delayed("next", MINUTE),
                delayed("last", MINUTE.multipliedBy(3)).priority(9),
                delayed("later", HOUR).priority(7));
        assertThat(waiting(new ScheduleWindow(T0, MINUTE, 3))).isEqualTo(new WaitingJobs(2, List.of(2L, 1L, 0L), 2));
        assertThat(waiting(new ScheduleWindow(T0.plus(MINUTE), MINUTE, 1)))
                .isEqualTo(new WaitingJobs(2, List.of(1L), 2));
        assertThat(waiting(new ScheduleWindow(T0.minus(HOUR), HOUR, 2)))
                .isEqualTo(new WaitingJobs(2, List.of(0L, 4L), 1));
    }

    @Test
    default void aLeaseThatRanOutIsOverdueAndOneThatRunsIsNot() {
        timeIs(T0);
        produceAll(job("short").ttr(MINUTE), job("long").ttr(HOUR));
        consume(2);
        timeIs(T0.plus(MINUTE));
        assertThat(waiting(new ScheduleWindow(T0, MINUTE, 1))).isEqualTo(new WaitingJobs(1, List.of(0L), 0));
    }

    @Test
    default void manyPrioritiesAreCountedInSeveralRuns() {
        timeIs(T0);
        for (int i = 0; i < 25; i++) {
            produceAll(delayed("d" + i, MINUTE).priority(i), job("r" + i).priority(100 + i));
        }
        WaitingJobs waiting = waiting(new ScheduleWindow(T0, MINUTE.dividedBy(100), ScheduleWindow.MAX_STEPS));
        assertThat(waiting.overdue()).isEqualTo(25);
        assertThat(waiting.counts()).hasSize(ScheduleWindow.MAX_STEPS).contains(25L);
        assertThat(waiting.counts().get(100)).isEqualTo(25);
    }

    @Test
    default void anUnknownTubeHasNoScheduleAndNoJobs() {
        assertFails(store().schedule().of(tube(), new ScheduleWindow(T0, MINUTE, 1)), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(store().lookup().has(tube(), id("a")))).isFalse();
    }

    @Test
    default void aJobIsFoundInEveryState() {
        STATES.forEach(state -> make("in-" + state.wireName(), state));
        STATES.forEach(state -> assertThat(get(store().lookup().has(tube(), id("in-" + state.wireName()))))
                .as(state.wireName())
                .isTrue());
        assertThat(get(store().lookup().has(tube(), id("a")))).isFalse();
    }
}
