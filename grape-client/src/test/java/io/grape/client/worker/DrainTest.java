package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.TubeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker does with its jobs when it is closed. */
class DrainTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    private WorkerBuilder one() {
        return Worker.of(broker.grape()).concurrency(1);
    }

    private Worker waiting() {
        return waiting(one());
    }

    private Worker waiting(WorkerBuilder one) {
        return one.prefetch(2)
                .on(TUBE, (payload, job) -> {
                    begun.countDown();
                    Jobs.awaitAll(go);
                })
                .start();
    }

    private TubeStatus status() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow();
    }

    /** That the broker handed a job out is not enough: the answer could be on its way as the worker stops to wait for it. */
    @Test
    void closeGivesBackWhatWasNotBegunAtOnceAndUncountedAndWaitsForWhatWas() throws Exception {
        AtomicInteger held = new AtomicInteger();
        ClientEvents events = new ClientEvents() {
            @Override
            public void held(String tube, int change) {
                held.addAndGet(change);
            }
        };
        try (Grape grape = broker.client(events)) {
            Worker worker = waiting(Worker.of(grape).concurrency(1));
            broker.grape()
                    .produceAll(
                            TUBE, List.of(NewJob.of("x").id("a"), NewJob.of("x").id("b")));
            Jobs.awaitAll(begun);
            await().atMost(PATIENCE).until(() -> held.get() == 2);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(worker::close);
            Job<String> back = Jobs.awaitState(broker.grape(), "b", JobState.READY);
            assertThat(back.noe()).isZero();
            assertThat(broker.grape().peek(TUBE, "a").orElseThrow().state()).isEqualTo(JobState.RETAINED);
            assertThat(closed).isNotDone();
            go.countDown();
            closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(broker.grape().peek(TUBE, "a")).isEmpty();
        assertThat(status().totals().get("consumed")).isEqualTo(1);
    }

    /** Its last consume waits at the broker for a moment longer, and would get the very job that it hands back. */
    @Test
    void closingWorkerDoesNotReceiveTheJobThatItHandsBack() throws Exception {
        AtomicInteger received = new AtomicInteger();
        ClientEvents events = new ClientEvents() {
            @Override
            public void held(String tube, int change) {
                received.addAndGet(Math.max(0, change));
            }
        };
        try (Grape grape = broker.client(events)) {
            Worker worker = waiting(Worker.of(grape).concurrency(1));
            await().atMost(PATIENCE).until(() -> broker.metric("grape_consumers_parked") == 1);
            for (String id : List.of("a", "b")) {
                broker.grape().produce(TUBE, NewJob.of("x").id(id));
            }
            Jobs.awaitAll(begun);
            // The close cancels a consume at once if it has waited for longer than 250 ms.
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> received.get() == 2 && broker.metric("grape_consumers_parked") == 1);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(worker::close);
            Jobs.awaitState(broker.grape(), "b", JobState.READY);
            go.countDown();
            closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(received).hasValue(2);
        assertThat(broker.grape().peek(TUBE, "b").orElseThrow().state()).isEqualTo(JobState.READY);
    }

    @Test
    void leasesAreRenewedWhileItDrains() throws Exception {
        Worker worker = waiting();
        broker.grape().produce(TUBE, NewJob.of("x").id("a").ttr(Duration.ofSeconds(2)));
        Jobs.awaitAll(begun);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(worker::close);
        Instant firstEnd =
                broker.grape().peek(TUBE, "a").orElseThrow().leaseUntil().orElseThrow();
        await().atMost(PATIENCE)
                .until(() -> broker.grape()
                        .peek(TUBE, "a")
                        .orElseThrow()
                        .leaseUntil()
                        .orElseThrow()
                        .isAfter(firstEnd.plusSeconds(2)));
        go.countDown();
        closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(broker.grape().peek(TUBE, "a")).isEmpty();
    }

    @Test
    void handlersThatRunBeyondTheBoundAreInterruptedAndTheirJobsHandedBackUncounted() throws Exception {
        CompletableFuture<JobContext> interrupted = new CompletableFuture<>();
        Worker worker = one().drain(Duration.ofMillis(50))
                .on(TUBE, (payload, job) -> {
                    begun.countDown();
                    try {
                        Jobs.awaitAll(go);
                    } catch (InterruptedException e) {
                        interrupted.complete(job);
                    }
                })
                .start();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        Jobs.awaitAll(begun);
        worker.close();
        Job<String> back = broker.grape().peek(TUBE, "a").orElseThrow();
        assertThat(back.state()).isEqualTo(JobState.READY);
        assertThat(back.noe()).isZero();
        assertThat(interrupted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isLeaseLost())
                .isTrue();
    }

    @Test
    void aHandlerMayCloseItsWorker() {
        CompletableFuture<Worker> own = new CompletableFuture<>();
        Worker worker = one().on(TUBE, (payload, job) -> own.join().close()).start();
        own.complete(worker);
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        Jobs.awaitGone(broker.grape(), "a");
        worker.close();
    }

    @Test
    void allWhoCloseItWaitForTheSameEnd() throws Exception {
        Worker worker = waiting();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        Jobs.awaitAll(begun);
        List<CompletableFuture<Void>> closing = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.runAsync(worker::close))
                .toList();
        assertThat(closing).noneMatch(CompletableFuture::isDone);
        go.countDown();
        CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        worker.close();
        assertThat(broker.grape().peek(TUBE, "a")).isEmpty();
    }

    @Test
    void whoIsInterruptedWhileClosingStaysInterruptedAndTheClosingGoesOn() throws Exception {
        Worker worker = waiting();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        Jobs.awaitAll(begun);
        CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            worker.close();
            return Thread.interrupted();
        });
        assertThat(interrupted.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        go.countDown();
        Jobs.awaitGone(broker.grape(), "a");
    }

    @Test
    void noAcknowledgementIsLostByClosing() throws Exception {
        int jobs = 500;
        CountDownLatch handled = new CountDownLatch(jobs);
        Worker worker = Worker.of(broker.grape())
                .concurrency(64)
                .prefetch(64)
                .on(TUBE, (payload, job) -> handled.countDown())
                .start();
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, jobs).mapToObj(i -> NewJob.of("x")).toList());
        Jobs.awaitAll(handled);
        worker.close();
        assertThat(status().totals().get("finished")).isEqualTo(jobs);
        assertThat(status().counts().get(JobState.RETAINED)).isZero();
    }

    @Test
    void whatIsProducedAfterTheEndGoesToOthersAtOnce() {
        Worker worker = waiting();
        broker.grape().produce(TUBE, NewJob.of("x").id("first"));
        go.countDown();
        Jobs.awaitGone(broker.grape(), "first");
        worker.close();
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        assertThat(broker.grape().consume(TUBE, 1, PATIENCE))
                .singleElement()
                .satisfies(job -> assertThat(job.noe()).isEqualTo(1));
    }

    @Test
    void noThreadOfAWorkerOutlivesIt() {
        waiting().close();
        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("grape-worker-timer")));
    }
}
