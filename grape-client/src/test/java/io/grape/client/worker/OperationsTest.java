package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.OperationPage;
import io.grape.client.OperationSettings;
import io.grape.client.OperationStatus;
import io.grape.client.Operations;
import io.grape.client.Tube;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client does with operations. */
class OperationsTest {
    private static final OperationSettings RUN_NOW = OperationSettings.kick(TUBE.name(), JobState.DELAYED);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Grape grape = broker.grape();
    private final Operations operations = grape.operations();

    private void produce(int jobs) {
        IntStream.range(0, jobs)
                .forEach(job -> grape.produce(
                        TUBE,
                        NewJob.of("x")
                                .id("job-" + job)
                                .delay(Duration.ofHours(1))
                                .labels(job == 0 ? "first" : "other")));
    }

    private OperationStatus ended(String id) {
        await().until(() -> !operations.get(id).orElseThrow().isOpen());
        return operations.get(id).orElseThrow();
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void anOperationKicksJobs() {
        produce(3);
        OperationStatus begun = operations.begin(RUN_NOW.limit(2).perSecond(1000));
        assertThat(begun.settings()).isEqualTo(RUN_NOW.limit(2).perSecond(1000));
        assertThat(begun.createdBy()).isEqualTo("anonymous");
        OperationStatus ended = ended(begun.id());
        assertThat(ended.state()).isEqualTo(OperationStatus.State.DONE);
        assertThat(ended.done()).isEqualTo(2);
        assertThat(ended.skipped()).isZero();
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).hasSize(2);
    }

    @Test
    void anOperationMovesAndDeletesJobs() {
        produce(3);
        OperationSettings move = OperationSettings.move(TUBE.name(), JobState.DELAYED, "elsewhere");
        ended(operations.begin(move.label("first")).id());
        Tube<String> elsewhere = Tube.of("elsewhere", String.class);
        assertThat(grape.list(elsewhere, JobState.DELAYED, 10, null).jobs())
                .extracting(Job::id)
                .containsExactly("job-0");
        OperationStatus deleted = ended(operations
                .begin(OperationSettings.delete(TUBE.name(), JobState.DELAYED))
                .id());
        assertThat(deleted.settings().kind()).isEqualTo(OperationSettings.Kind.DELETE);
        assertThat(deleted.settings().to()).isNull();
        assertThat(deleted.done()).isEqualTo(2);
        assertThat(grape.list(TUBE, JobState.DELAYED, 10, null).jobs()).isEmpty();
    }

    @Test
    void aPreviewChangesNothing() {
        produce(2);
        assertThat(operations.preview(RUN_NOW)).satisfies(preview -> {
            assertThat(preview.matching()).isEqualTo(2);
            assertThat(preview.isExact()).isTrue();
            assertThat(preview.sample()).containsExactlyInAnyOrder("job-0", "job-1");
        });
        assertThat(operations.preview(RUN_NOW.dueTo(Instant.now())).matching()).isZero();
        assertThat(operations.list(10, null).operations()).isEmpty();
        assertThat(grape.consume(TUBE, 10, Duration.ZERO)).isEmpty();
    }

    @Test
    void anOperationIsPausedResumedAndCancelled() {
        produce(100);
        String id = operations.begin(RUN_NOW.perSecond(1)).id();
        assertThat(operations.pause(id).state()).isEqualTo(OperationStatus.State.PAUSED);
        assertThat(operations.resume(id).state()).isEqualTo(OperationStatus.State.RUNNING);
        OperationPage page = operations.list(10, null);
        assertThat(page.running()).isEqualTo(1);
        assertThat(page.next()).isNull();
        assertThat(page.operations()).extracting(OperationStatus::id).containsExactly(id);
        assertThat(operations.cancel(id).state()).isEqualTo(OperationStatus.State.CANCELLED);
        assertThat(operations.get(id).orElseThrow().isOpen()).isFalse();
        assertFails(ErrorCode.WRONG_STATE, () -> operations.resume(id));
    }

    @Test
    void whatThereIsNotIsSaid() {
        assertThat(operations.get("nothing")).isEmpty();
        assertFails(ErrorCode.NOT_FOUND, () -> operations.cancel("nothing"));
        assertFails(ErrorCode.TUBE_NOT_FOUND, () -> operations.begin(RUN_NOW));
        produce(1);
        assertFails(
                ErrorCode.BAD_REQUEST, () -> operations.begin(OperationSettings.kick(TUBE.name(), JobState.RETAINED)));
    }
}
