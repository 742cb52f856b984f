package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.harness.Programs;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A handler may close what it runs in: with a drain of a day, waiting for itself would be noticed. */
@Timeout(120)
class CloseInHandlerTest {
    private static final Tube<String> OTHER = Tube.of("other", Codec.text());

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final LogLines log = new LogLines();

    private WorkerBuilder worker(Grape grape) {
        return Worker.of(grape).drain(Duration.ofDays(1));
    }

    @Test
    void handlerThatEndsTheJvmIsNotWaitedForAndHasFailed() throws Exception {
        Process process = new ProcessBuilder(
                        Programs.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExitingWorker.class.getName(),
                        broker.address())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(7);
            Job<String> back = Jobs.awaitState(broker.grape(), "a", JobState.DELAYED);
            assertThat(back.noe()).as("the execution counts").isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void twoHandlersThatCloseTheWorkersOfEachOtherDoNotWaitForEachOther() throws Exception {
        CompletableFuture<Worker> first = new CompletableFuture<>();
        CompletableFuture<Worker> second = new CompletableFuture<>();
        CyclicBarrier both = new CyclicBarrier(2);
        first.complete(worker(broker.grape())
                .on(TUBE, (payload, job) -> {
                    both.await();
                    second.join().close();
                })
                .start());
        second.complete(worker(broker.grape())
                .on(OTHER, (payload, job) -> {
                    both.await();
                    first.join().close();
                })
                .start());
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        broker.grape().produce(OTHER, NewJob.of("x").id("b"));
        first.join().join();
        second.join().join();
        assertThat(broker.grape().peek(TUBE, "a")).isEmpty();
        assertThat(broker.grape().peek(OTHER, "b")).isEmpty();
    }

    @Test
    void handlerOfAnotherWorkerWaitsUntilAWorkerIsClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<WorkerState> seen = new CompletableFuture<>();
        Worker closed = worker(broker.grape())
                .on(OTHER, (payload, job) -> {
                    begun.countDown();
                    Jobs.awaitAll(go);
                })
                .start();
        try (Worker closing = worker(broker.grape())
                .on(TUBE, (payload, job) -> {
                    Jobs.awaitAll(begun);
                    closed.pause();
                    go.countDown();
                    closed.close();
                    seen.complete(closed.status().state());
                })
                .start()) {
            broker.grape().produce(OTHER, NewJob.of("x").id("b"));
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            assertThat(seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(WorkerState.CLOSED);
            assertThat(closing.isHandlerThread()).isFalse();
        }
    }

    @Test
    void workerOfAClientThatItsHandlerClosedWaitsForNoResponse() throws Exception {
        CompletableFuture<AckResult> ended = new CompletableFuture<>();
        CompletableFuture<Boolean> inside = new CompletableFuture<>();
        CompletableFuture<Worker> own = new CompletableFuture<>();
        Grape grape = broker.client(ClientEvents.NONE);
        Worker worker = worker(grape)
                .on(TUBE, (payload, job) -> {
                    job.onAcknowledged(ended::complete);
                    inside.complete(own.join().isHandlerThread());
                    grape.close();
                })
                .start();
        own.complete(worker);
        broker.grape().produce(TUBE, NewJob.of("x").id("a"));
        assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(AckResult.GIVEN_UP);
        assertThat(inside).isCompletedWithValue(true);
        worker.close();
        assertThat(worker.status().held()).isZero();
        assertThat(log.warnings()).noneMatch(line -> line.contains("closed before acknowledgements got a response"));
    }
}
