package io.grape.redis;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.grape.core.JobState;
import io.grape.core.job.DueWindow;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An operation in every storage: its own keys are in one slot of a cluster, those of its tube in another. */
interface OperationsContract extends StoreContract {
    @Test
    default void anOperationIsBegunTakenPausedTakenAgainAndDone() {
        timeIs(T0);
        produceAll(delayed("a", HOUR), delayed("b", HOUR), delayed("c", HOUR).priority(7));
        timeIs(T0.plusSeconds(1));
        Operations operations = store().operations();
        Operation begun = get(operations.begin(kick(null)));
        assertThat(begun.matching()).isEqualTo(3);
        timeIs(T0.plusSeconds(2));
        OperationQueue first = store().operationWork();
        OperationTask slice = get(first.slice(get(first.take()).orElseThrow(), 1));
        assertThat(get(first.save(slice))).contains(OperationState.RUNNING);
        get(operations.setState(begun.id(), OperationState.PAUSED));
        OperationQueue second = anotherStore(Duration.ofSeconds(6)).operationWork();
        assertThat(get(second.take())).isEmpty();
        assertThat(get(first.save(slice))).contains(OperationState.PAUSED);
        get(operations.setState(begun.id(), OperationState.RUNNING));
        OperationTask last = toItsEnd(second, get(second.take()).orElseThrow());
        assertThat(get(first.save(slice))).isEqualTo(Optional.empty());
        assertThat(get(second.save(last))).contains(OperationState.DONE);
        Operation done = get(operations.get(begun.id()));
        assertThat(List.of(done.done(), done.skipped())).containsExactly(3L, 0L);
        assertThat(get(operations.list(1, null)).operations()).containsExactly(done);
        assertThat(get(tubes().describe(tube())).count(JobState.READY)).isEqualTo(3);
    }

    /** Its last slice is done, and not stored yet; or is stored by a release that keeps it paused then. */
    @Test
    default void whatIsPausedInItsLastSliceIsDone() {
        timeIs(T0);
        produceAll(delayed("a", HOUR), delayed("b", HOUR), delayed("c", HOUR));
        timeIs(T0.plusSeconds(1));
        Operations operations = store().operations();
        OperationQueue work = store().operationWork();
        String first = get(operations.begin(kick(1L))).id();
        timeIs(T0.plusSeconds(2));
        OperationTask last = get(work.slice(get(work.take()).orElseThrow(), 1));
        get(operations.setState(first, OperationState.PAUSED));
        assertThat(get(work.save(last))).contains(OperationState.DONE);
        String second = get(operations.begin(kick(2L))).id();
        timeIs(T0.plusSeconds(3));
        OperationTask taken = get(work.take()).orElseThrow();
        last = get(work.slice(taken, 2));
        get(operations.setState(second, OperationState.PAUSED));
        assertThat(get(work.save(taken.after(last.done(), 0, last.position())))).contains(OperationState.PAUSED);
        get(operations.setState(second, OperationState.RUNNING));
        assertThat(get(work.save(get(work.slice(get(work.take()).orElseThrow(), 2)))))
                .contains(OperationState.DONE);
        assertThat(get(operations.list(2, null)).operations())
                .extracting(Operation::id, Operation::state, Operation::done, Operation::why)
                .containsExactly(
                        tuple(second, OperationState.DONE, 2L, "its limit is reached"),
                        tuple(first, OperationState.DONE, 1L, "its limit is reached"));
    }

    private OperationRequest kick(@Nullable Long limit) {
        return new OperationRequest(
                OperationKind.KICK,
                tube(),
                JobState.DELAYED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                limit,
                null,
                Duration.ZERO,
                null,
                null,
                null);
    }

    private static OperationTask toItsEnd(OperationQueue queue, OperationTask taken) {
        OperationTask work = taken;
        while (work.end() == null) {
            work = get(queue.slice(work, 10));
        }
        return work;
    }
}
