package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationPage;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which broker does an operation, how one ends, and how they are listed. */
class OperationLifeTest extends OperationSteps {
    @Test
    void itStopsWhenTooManyFailAgain() {
        fail(10, "broken");
        get(operations.begin(request(OperationKind.KICK, JobState.FAILED, null, null, 3L)));
        Instant time = get(store.time());
        await().until(() -> get(store.time()).isAfter(time.plusMillis(2)));
        OperationTask task = slice(take(), 5);
        here.consume(3).forEach(job -> bury(job, "again"));
        task = slice(task, 5);
        get(store.operationWork().save(task));
        Operation stopped = get(operations.get(task.id()));
        assertThat(stopped.state()).isEqualTo(OperationState.STOPPED);
        assertThat(stopped.why()).isEqualTo("3 jobs of the tube have failed since it began");
        assertThat(stopped.failuresSince()).isEqualTo(3);
        assertThat(stopped.done()).isEqualTo(5);
    }

    @Test
    void onlyOneBrokerHasAnOperationAndWhoLostItIsTold() {
        fail(3, "broken");
        Operation begun = get(operations.begin(request(OperationKind.KICK, JobState.FAILED)));
        OperationTask mine = take();
        assertThat(get(store.operationWork().take())).isEmpty();
        get(operations.setState(begun.id(), OperationState.PAUSED));
        assertThat(get(store.operationWork().save(mine))).contains(OperationState.PAUSED);
        assertThat(get(store.operationWork().take())).isEmpty();
        get(operations.setState(begun.id(), OperationState.RUNNING));
        assertThat(get(store.operationWork().save(mine)))
                .as("another may have it")
                .isEqualTo(Optional.empty());
        OperationTask next = take();
        assertThat(get(store.operationWork().save(next))).contains(OperationState.RUNNING);
        get(operations.setState(begun.id(), OperationState.CANCELLED));
        assertThat(get(store.operationWork().save(next))).contains(OperationState.CANCELLED);
        assertThat(TestStore.code(operations.setState(begun.id(), OperationState.RUNNING)))
                .contains(ErrorCode.WRONG_STATE);
        assertThat(TestStore.code(operations.get("none"))).contains(ErrorCode.NOT_FOUND);
    }

    @Test
    void theRemovalOfItsTubeEndsAnOperation() {
        fail(3, "broken");
        Operation begun = get(operations.begin(request(OperationKind.KICK, JobState.FAILED)));
        OperationTask task = take();
        get(store.tubes().delete(TestStore.TUBE));
        get(store.operationWork().save(slice(task, 5)));
        Operation ended = get(operations.get(begun.id()));
        assertThat(ended.state()).isEqualTo(OperationState.CANCELLED);
        assertThat(ended.why()).isEqualTo("tube orders was removed");
        assertThat(TestStore.code(operations.begin(request(OperationKind.KICK, JobState.FAILED))))
                .contains(ErrorCode.TUBE_NOT_FOUND);
    }

    @Test
    void operationsAreListedTheNewestFirst() {
        fail(1, "broken");
        List<String> begun = IntStream.range(0, 5)
                .mapToObj(i -> get(operations.begin(request(OperationKind.KICK, JobState.FAILED)))
                        .id())
                .toList();
        OperationPage first = get(operations.list(3, null));
        assertThat(first.running()).isEqualTo(5);
        get(operations.setState(begun.get(1), OperationState.PAUSED));
        get(operations.setState(begun.get(2), OperationState.CANCELLED));
        OperationPage second = get(operations.list(3, first.next()));
        assertThat(second.running()).as("those of other pages, too").isEqualTo(3);
        assertThat(first.operations())
                .extracting(Operation::id)
                .containsExactly(begun.get(4), begun.get(3), begun.get(2));
        assertThat(second.operations()).extracting(Operation::id).containsExactly(begun.get(1), begun.get(0));
        assertThat(second.next()).isNull();
    }
}
