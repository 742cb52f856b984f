package io.grape.redis;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.ChangeMark;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations in a tube whose clock is set back: by NTP, or by a failover to a replica with another clock. */
interface ClockStepContract extends StoreContract {
    private OperationTask begin(OperationKind kind, JobState from) {
        Duration delay = kind == OperationKind.KICK ? Duration.ofMinutes(1) : Duration.ZERO;
        OperationRequest request = new OperationRequest(
                kind, tube(), from, null, DueWindow.ANY, TagFilter.ANY, null, null, delay, null, null, null);
        get(store().operations().begin(request));
        return get(store().operationWork().take()).orElseThrow();
    }

    private OperationTask toItsEnd(OperationTask taken) {
        OperationTask task = taken;
        while (task.end() == null) {
            task = get(store().operationWork().slice(task, 2));
        }
        get(store().operationWork().save(task));
        return task;
    }

    private void failed(String... ids) {
        for (String id : ids) {
            produce(job(id).priority(0));
            bury(consume(1).get(0), "broken");
        }
    }

    private static void assertMet(OperationTask task, long done, long skipped) {
        assertThat(task.end()).isNotNull();
        assertThat(List.of(task.done(), task.skipped())).containsExactly(done, skipped);
    }

    @Test
    default void anOperationLeavesAloneWhatIsProducedAfterTheClockWasSetBack() {
        for (OperationKind kind : List.of(OperationKind.KICK, OperationKind.DELETE)) {
            timeIs(T0);
            String name = kind.wireName();
            produceAll(delayed(name + 1, HOUR), delayed(name + 2, HOUR), delayed(name + 3, HOUR));
            timeIs(T0.plusSeconds(60));
            OperationTask begun = begin(kind, JobState.DELAYED);
            timeIs(T0.plusSeconds(50));
            produceAll(
                    delayed(name + "-new", HOUR),
                    delayed(name + "-urgent", HOUR).priority(7));
            produceAll(NewJob.of(id(name + 3), peek(name + 3).payload())
                    .due(Due.after(HOUR))
                    .onDuplicate(OnDuplicate.REPLACE));
            assertMet(toItsEnd(begun), 2, 1);
            assertThat(stateOf(name + "-new")).isEqualTo(JobState.DELAYED);
            assertThat(peek(name + "-new").dueAt()).isEqualTo(T0.plusSeconds(50).plus(HOUR));
            assertThat(peek(name + "-urgent").dueAt())
                    .isEqualTo(T0.plusSeconds(50).plus(HOUR));
            assertThat(stateOf(name + 3)).isEqualTo(JobState.DELAYED);
            get(tubes().delete(tube()));
        }
    }

    @Test
    default void anOperationLeavesAloneWhatFailsAfterTheClockWasSetBack() {
        timeIs(T0);
        failed("a", "b", "c");
        timeIs(T0.plusSeconds(60));
        OperationTask begun = begin(OperationKind.DELETE, JobState.FAILED);
        timeIs(T0.plusSeconds(50));
        kick("c", Duration.ZERO);
        bury(consume(1).get(0), "again");
        failed("new");
        assertMet(toItsEnd(begun), 2, 1);
        assertThat(List.of(stateOf("c"), stateOf("new"))).containsOnly(JobState.FAILED);
    }

    @Test
    default void whatIsHandedBackToItsPlaceGoesBeforeWhatIsPutIntoThatMsLater() {
        timeIs(T0);
        produceAll(job("first"), job("a"), job("b"));
        List<Job> handed = consume(3);
        timeIs(T0.minusMillis(2));
        get(broker().acknowledge(tube(), List.of(handBack(handed.get(1), 0), handBack(handed.get(2), 2))))
                .forEach(ItemResult::get);
        timeIs(T0);
        assertThat(consume(2)).extracting(Job::id).containsExactly(id("a"), id("b"));
    }

    private static Acknowledgement handBack(Job job, long delay) {
        return new Acknowledgement.HandBack(job.id(), job.requireLease(), Duration.ofMillis(delay));
    }

    @Test
    default void anOperationLeavesAloneWhatIsReadyAgainAfterTheClockWasSetBack() {
        timeIs(T0);
        produceAll(job("a"), job("b"), job("c"), delayed("later", Duration.ofSeconds(70)));
        timeIs(T0.plusSeconds(60));
        OperationTask begun = begin(OperationKind.DELETE, JobState.READY);
        timeIs(T0.plusSeconds(50));
        List<Job> handed = consume(2);
        release(handed.get(0), Duration.ZERO);
        get(broker().handBack(tube(), handed.subList(1, 2)));
        produce("new");
        timeIs(T0.plusSeconds(80));
        assertMet(toItsEnd(begun), 1, 2);
        assertThat(describe().count(JobState.READY))
                .as("two that were consumed, one that is new, one that became ready")
                .isEqualTo(4);
    }

    /** Its lease ran out at a time before the operation began, by a clock that was set back meanwhile. */
    @Test
    default void anOperationLeavesAloneWhatRanOutAfterTheClockWasSetBack() {
        timeIs(T0);
        produceAll(job("a").ttr(Duration.ofSeconds(30)), job("b"));
        timeIs(T0.plusSeconds(60));
        OperationTask begun = begin(OperationKind.DELETE, JobState.READY);
        timeIs(T0.plusSeconds(10));
        consume(1);
        timeIs(T0.plusSeconds(100));
        get(tubes().expireLeases(tube()));
        assertMet(toItsEnd(begun), 1, 1);
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void anOperationMeetsWhatAClockAheadHasWritten() {
        timeIs(T0.plus(HOUR));
        produceAll(delayed("a", HOUR), delayed("b", HOUR).priority(7));
        failed("c", "d");
        timeIs(T0);
        assertMet(toItsEnd(begin(OperationKind.KICK, JobState.DELAYED)), 2, 0);
        assertMet(toItsEnd(begin(OperationKind.DELETE, JobState.FAILED)), 2, 0);
        assertMet(toItsEnd(begin(OperationKind.DELETE, JobState.DELAYED)), 2, 0);
    }

    @Test
    default void whatWasReadyWhenAnOperationBeganIsNoDelayedJobOfItsOnceTheClockWasSetBack() {
        timeIs(T0);
        produceAll(delayed("ready", Duration.ofSeconds(55)), delayed("delayed", HOUR));
        timeIs(T0.plusSeconds(60));
        OperationTask begun = begin(OperationKind.DELETE, JobState.DELAYED);
        timeIs(T0.plusSeconds(50));
        assertMet(toItsEnd(begun), 1, 0);
        assertThat(stateOf("ready")).isEqualTo(JobState.DELAYED);
    }

    @Test
    default void anOperationWhoseTubeForgotItsMarkDoesNothingMore() {
        timeIs(T0);
        produceAll(delayed("a", HOUR));
        OperationTask begun = begin(OperationKind.DELETE, JobState.DELAYED);
        get(tubes().delete(tube()));
        create(TubeSettings.DEFAULT);
        produceAll(delayed("a", HOUR));
        OperationTask ended = toItsEnd(begun);
        assertMet(ended, 0, 0);
        assertThat(ended.end()).extracting(end -> end.state()).isEqualTo(OperationState.FAILED);
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
    }

    @Test
    default void anOperationThatAnEarlierReleaseBeganGoesOnByTime() {
        timeIs(T0);
        produceAll(delayed("a", HOUR), delayed("b", HOUR));
        timeIs(T0.plusSeconds(1));
        OperationTask begun = begin(OperationKind.DELETE, JobState.DELAYED);
        forgetField("mark");
        timeIs(T0.plusSeconds(2));
        produce(delayed("new", HOUR));
        OperationTask earlier = new OperationTask(
                begun.id(),
                begun.turn(),
                begun.request(),
                begun.begun(),
                new ChangeMark(begun.begun().toEpochMilli(), false),
                begun.buriedBefore(),
                begun.position(),
                begun.matching(),
                0,
                0,
                0,
                null);
        assertMet(toItsEnd(earlier), 2, 0);
        assertThat(stateOf("new")).isEqualTo(JobState.DELAYED);
    }
}
