package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledgement;
import io.grape.client.ClientEvents;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.NextJobs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The calls that acknowledge and take the next. */
@SuppressWarnings("try")
class NextJobsTest {
    private static final Duration WAIT = Duration.ofSeconds(60);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Grape grape = broker.grape();

    private void produce(String... ids) {
        for (String id : ids) {
            grape.produce(TUBE, NewJob.of("of " + id).id(id).ttr(Duration.ofMinutes(5)));
        }
    }

    private Job<String> held(String id) {
        produce(id);
        return grape.take(TUBE, id);
    }

    private static List<String> ids(List<Job<String>> jobs) {
        return jobs.stream().map(Job::id).toList();
    }

    @Test
    void aFinishTakesTheNext() {
        Job<String> first = held("a");
        produce("b", "c");
        List<Job<String>> next = grape.finishAndConsume(TUBE, Acknowledgement.finish(first), 1, Duration.ZERO);
        assertThat(ids(next)).containsExactly("b");
        assertThat(next.get(0).payload()).isEqualTo("of b");
        assertThat(grape.peek(TUBE, "a")).isEmpty();
        assertThat(ids(grape.finishAndConsume(TUBE, Acknowledgement.finish(next.get(0)), 5, WAIT)))
                .containsExactly("c");
    }

    @Test
    void aFinishThatIsRefusedTakesNone() {
        Job<String> first = held("a");
        produce("b");
        grape.acknowledge(TUBE.name(), Acknowledgement.finish(first));
        assertThatThrownBy(() -> grape.finishAndConsume(TUBE, Acknowledgement.finish(first), 1, WAIT))
                .isInstanceOfSatisfying(GrapeException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.JOB_NOT_FOUND);
                    assertThat(refused.jobId()).isEqualTo("a");
                });
        assertThat(ids(grape.consume(TUBE, 5, WAIT))).containsExactly("b");
    }

    @Test
    void manyTakeTheNextWhateverTheResults() {
        Job<String> first = held("a");
        Job<String> second = held("b");
        produce("c");
        grape.acknowledge(TUBE.name(), Acknowledgement.finish(first));
        NextJobs<String> next = grape.acknowledgeAndConsume(
                TUBE, List.of(Acknowledgement.finish(first), Acknowledgement.bury(second, "bad")), 5, WAIT);
        assertThat(next.results().get(0).isOk()).isFalse();
        assertThat(next.results().get(1).get().state()).isEqualTo(JobState.FAILED);
        assertThat(ids(next.jobs())).containsExactly("c");
    }

    @Test
    void itWaitsForTheNextAndFinishesBefore() {
        Job<String> first = held("a");
        CompletableFuture<List<Job<String>>> next =
                grape.async().finishAndConsume(TUBE, Acknowledgement.finish(first), 1, WAIT);
        Jobs.awaitGone(grape, "a");
        assertThat(next).isNotDone();
        produce("b");
        assertThat(ids(next.join())).containsExactly("b");
    }

    @Test
    void aWaitThatIsCancelledSwallowsNothing() {
        Job<String> first = held("a");
        CompletableFuture<NextJobs<String>> next =
                grape.async().acknowledgeAndConsume(TUBE, List.of(Acknowledgement.finish(first)), 1, WAIT);
        Jobs.awaitGone(grape, "a");
        next.cancel(true);
        produce("b");
        assertThat(ids(grape.consume(TUBE, 1, WAIT))).containsExactly("b");
    }

    @Test
    void aFinishWhoseAnswerIsLostIsRepeatedAndTakenForDone() {
        Job<String> first = held("a");
        produce("b");
        try (LosingWire wire = new LosingWire(broker.address(), 1);
                Grape losing = broker.client(wire.address(), ClientEvents.NONE)) {
            assertThat(losing.finishAndConsume(TUBE, Acknowledgement.finish(first), 1, Duration.ZERO))
                    .isEmpty();
            assertThat(wire.left()).isZero();
        }
        assertThat(grape.peek(TUBE, "a")).isEmpty();
    }

    @Test
    void acknowledgementsWhoseAnswerIsLostAreRepeatedWithTheNext() {
        Job<String> first = held("a");
        produce("b", "c");
        try (LosingWire wire = new LosingWire(broker.address(), 1);
                Grape losing = broker.client(wire.address(), ClientEvents.NONE)) {
            NextJobs<String> next =
                    losing.acknowledgeAndConsume(TUBE, List.of(Acknowledgement.finish(first)), 1, Duration.ZERO);
            assertThat(next.results().get(0).isOk()).isTrue();
            assertThat(next.jobs()).hasSize(1);
        }
        await().atMost(Jobs.PATIENCE)
                .until(() ->
                        grape.tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault("finished", 0L) == 1);
    }
}
