package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Handlers that have been short so far run one after another on one thread, until one of them takes longer. */
class ShortHandlersTest {
    private static final int MANY = 300;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final CountDownLatch release = new CountDownLatch(1);
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    @AfterEach
    void release() {
        release.countDown();
    }

    private void handle(String payload, JobContext job) throws InterruptedException {
        threads.add(Thread.currentThread());
        if (payload.equals("waits")) {
            release.await(1, TimeUnit.MINUTES);
        } else if (payload.equals("releases")) {
            release.countDown();
        }
    }

    private void produce(String first, int others, String last) {
        List<NewJob<String>> jobs = IntStream.range(0, others + 2)
                .mapToObj(i ->
                        NewJob.of(i == 0 ? first : i == others + 1 ? last : "x").ttr(Duration.ofMinutes(5)))
                .toList();
        assertThat(broker.grape().produceAll(TUBE, jobs)).allMatch(result -> result.failure() == null);
    }

    private long finished() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault("finished", 0L);
    }

    private long retained() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().counts().getOrDefault(JobState.RETAINED, 0L);
    }

    private Worker worker(int concurrency) {
        return Worker.of(broker.grape())
                .concurrency(concurrency)
                .on(TUBE, this::handle)
                .start();
    }

    /** From here on, handlers are known to be short. */
    private void runShortOnes() {
        produce("x", MANY - 2, "x");
        await().atMost(PATIENCE).until(() -> finished() == MANY);
    }

    @Test
    void aHandlerThatWaitsForAnotherJobOfItsTubeGetsIt() {
        try (Worker worker = worker(2)) {
            runShortOnes();
            produce("waits", 0, "releases");
            await().atMost(PATIENCE).until(() -> finished() == MANY + 2);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
    }

    @Test
    void whatHasRunIsAcknowledgedAlthoughALaterHandlerTakesLong() {
        try (Worker worker = worker(1)) {
            runShortOnes();
            produce("x", 20, "waits");
            await().atMost(Duration.ofSeconds(10)).until(() -> finished() == MANY + 21);
            assertThat(retained()).isEqualTo(1);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
            release.countDown();
            await().atMost(PATIENCE).until(() -> finished() == MANY + 22);
        }
    }

    @Test
    void jobsBehindAHandlerThatTakesLongGoToAnotherWorker() {
        try (Worker worker = worker(1)) {
            runShortOnes();
            produce("waits", 48, "x");
            await().atMost(PATIENCE).until(() -> retained() == 1);
            try (Worker other = worker(1)) {
                await().atMost(Duration.ofSeconds(20)).until(() -> finished() == MANY + 49);
                assertThat(other.status().state()).isEqualTo(WorkerState.RUNNING);
            }
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
            release.countDown();
        }
    }

    @Test
    void closeHandsBackPrefetchedJobs() {
        try (Worker worker = worker(4)) {
            runShortOnes();
            produce("x", MANY - 2, "x");
            await().atMost(PATIENCE).until(() -> finished() > MANY);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
        assertThat(retained()).isZero();
        try (Worker worker = worker(4)) {
            await().atMost(PATIENCE).until(() -> finished() == 2 * MANY);
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
    }

    @Test
    void shortHandlersRunOnWorkerThreads() {
        try (Worker worker = worker(4)) {
            runShortOnes();
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
        }
        assertThat(threads).allMatch(thread -> thread.getName().startsWith("grape-worker"));
    }
}
