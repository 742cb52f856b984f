package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.grape.client.Codec;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of the jobs that a worker takes. */
@Tag("slow")
@SuppressWarnings("try")
class WorkerTest {
    private static final Tube<String> OTHER = Tube.of("other", Codec.text());
    private static final Retry CONCURRENCY = Retry.exponential(Duration.ofMillis(1), Duration.ofMillis(1));

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private WorkerBuilder worker() {
        return Worker.of(broker.grape()).retry(CONCURRENCY);
    }

    private void produce(String id) {
        broker.grape().produce(TUBE, NewJob.of("payload of " + id).id(id));
    }

    @Test
    void aReturnFinishesTheJob() throws Exception {
        CompletableFuture<String> handled = new CompletableFuture<>();
        try (Worker worker =
                worker().on(TUBE, (payload, job) -> handled.complete(payload)).start()) {
            produce("a");
            assertThat(handled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("payload of a");
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(status().totals().get("finished")).isEqualTo(1);
    }

    private TubeStatus status() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow();
    }

    @Test
    void aThrowReleasesTheJobUntilItsAttemptsAreSpentAndBuriesItWithWhatWasThrown() {
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = worker().retry(CONCURRENCY.attempts(3))
                .on(TUBE, (payload, job) -> {
                    runs.incrementAndGet();
                    throw new IOException("mailbox full");
                })
                .start()) {
            produce("a");
            Job<String> failed = Jobs.awaitState(broker.grape(), "a", JobState.FAILED);
            assertThat(failed.reason()).contains("java.io.IOException: mailbox full");
            assertThat(failed.noe()).isEqualTo(3);
        }
        assertThat(runs).hasValue(3);
    }

    @Test
    void errorsAreFailuresOfTheirJobAndTheLaneGoesOn() {
        try (Worker worker = worker().concurrency(1)
                .retry(CONCURRENCY.attempts(1))
                .on(TUBE, (payload, job) -> {
                    switch (job.id()) {
                        case "class" -> throw new NoClassDefFoundError("com/shop/Order");
                        case "memory" -> throw new OutOfMemoryError("as if");
                        case "stack" -> throw new StackOverflowError();
                        default -> {}
                    }
                })
                .start()) {
            List.of("class", "memory", "stack", "good").forEach(this::produce);
            Jobs.awaitGone(broker.grape(), "good");
            assertThat(Jobs.awaitState(broker.grape(), "class", JobState.FAILED).reason())
                    .contains("java.lang.NoClassDefFoundError: com/shop/Order");
            Jobs.awaitState(broker.grape(), "memory", JobState.FAILED);
            Jobs.awaitState(broker.grape(), "stack", JobState.FAILED);
        }
    }

    /** Its message cannot be had, for want of memory. */
    private static final class Untold extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("as if");
        }
    }

    @Test
    void aFailureThatCannotEvenBeToldIsOneOfItsJobAllTheSame() {
        try (Worker worker = worker().retry(CONCURRENCY.attempts(1))
                .on(TUBE, (payload, job) -> {
                    throw new Untold();
                })
                .start()) {
            produce("a");
            assertThat(Jobs.awaitState(broker.grape(), "a", JobState.FAILED).reason())
                    .contains(Untold.class.getName());
        }
    }

    @Test
    void anOutcomeIsDoneAsItSays() {
        try (Worker worker = worker().decide(TUBE, (payload, job) -> switch (job.id()) {
                    case "finish" -> Outcome.finish();
                    case "release" -> Outcome.release(Duration.ofHours(1), 7);
                    case "snooze" -> Outcome.snooze(Duration.ofHours(2));
                    default -> Outcome.bury("bad template");
                })
                .start()) {
            List.of("finish", "release", "snooze", "bury").forEach(this::produce);
            Jobs.awaitGone(broker.grape(), "finish");
            Job<String> released = Jobs.awaitState(broker.grape(), "release", JobState.DELAYED);
            assertThat(released.delay()).isEqualTo(Duration.ofHours(1));
            assertThat(released.priority()).isEqualTo(7);
            Job<String> snoozed = Jobs.awaitState(broker.grape(), "snooze", JobState.DELAYED);
            assertThat(snoozed.delay()).isEqualTo(Duration.ofHours(2));
            assertThat(snoozed.noe()).isZero();
            assertThat(Jobs.awaitState(broker.grape(), "bury", JobState.FAILED).reason())
                    .contains("bad template");
        }
    }

    @Test
    void aJobIsSnoozedAHundredTimesAndNoneOfThemIsAnAttempt() {
        List<Integer> executions = new CopyOnWriteArrayList<>();
        try (Worker worker = worker().decide(TUBE, (payload, job) -> {
                    executions.add(job.noe());
                    return executions.size() > 100 ? Outcome.finish() : Outcome.snooze(Duration.ofMillis(1));
                })
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a").maxAttempts(2));
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(executions).hasSize(101).containsOnly(1);
        assertThat(status().totals()).containsEntry("finished", 1L).containsEntry("consumed", 1L);
    }

    @Test
    @SuppressWarnings("NullAway")
    void aDecisionOfNullIsAFailure() {
        try (Worker worker = worker().retry(CONCURRENCY.attempts(1))
                .decide(TUBE, (payload, job) -> null)
                .start()) {
            produce("a");
            assertThat(Jobs.awaitState(broker.grape(), "a", JobState.FAILED).reason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("decided null"));
        }
    }

    @Test
    void noMoreHandlersRunThanTheConcurrencyAndOneTubesLoadStopsNoOther() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(3);
        try (Worker worker = worker().on(
                        TUBE,
                        (payload, job) -> {
                            most.accumulateAndGet(now.incrementAndGet(), Math::max);
                            begun.countDown();
                            Jobs.awaitAll(go);
                            now.decrementAndGet();
                        },
                        TubeOptions.concurrency(3).prefetch(2))
                .on(OTHER, (payload, job) -> {})
                .start()) {
            broker.grape()
                    .produceAll(
                            TUBE,
                            IntStream.range(0, 20).mapToObj(i -> NewJob.of("x")).toList());
            Jobs.awaitAll(begun);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(status().counts().get(JobState.RETAINED)).isEqualTo(5));
            broker.grape().produce(OTHER, NewJob.of("y").id("y"));
            await().atMost(PATIENCE).until(() -> broker.grape().peek(OTHER, "y").isEmpty());
            go.countDown();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(status().totals().get("finished")).isEqualTo(20));
        }
        assertThat(most).hasValue(3);
    }

    @Test
    void thousandsOfJobsAreFinishedOnceEach() {
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = worker().prefetch(50)
                .on(TUBE, (payload, job) -> runs.incrementAndGet())
                .start()) {
            broker.grape()
                    .produceAll(
                            TUBE,
                            IntStream.range(0, 3000)
                                    .mapToObj(i -> NewJob.of("x"))
                                    .toList());
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(status().totals().get("finished")).isEqualTo(3000));
        }
        assertThat(runs).hasValue(3000);
    }

    @Test
    void whoJoinsAWorkerWaitsUntilItIsClosed() throws Exception {
        CompletableFuture<Throwable> inside = new CompletableFuture<>();
        CompletableFuture<Worker> itself = new CompletableFuture<>();
        Worker worker = worker().on(TUBE, (payload, job) -> {
                    Worker here = itself.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                    inside.complete(catchThrowable(here::join));
                })
                .start();
        itself.complete(worker);
        produce("a");
        assertThat(inside.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        CompletableFuture<Void> joined = CompletableFuture.runAsync(() -> {
            try {
                worker.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Jobs.awaitGone(broker.grape(), "a");
        assertThat(joined).isNotDone();
        worker.close();
        joined.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aWorkerWithoutATubeOrWithOneTwiceIsRefused() {
        assertThatIllegalStateException().isThrownBy(() -> worker().start());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker().on(TUBE, (payload, job) -> {}).on(TUBE, (payload, job) -> {}));
    }
}
