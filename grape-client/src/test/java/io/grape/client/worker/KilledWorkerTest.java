package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.harness.Programs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Worker processes that die, are stopped, or whose brokers are restarted. Leases last ten minutes: nothing here waits for their end. */
@Tag("apart")
class KilledWorkerTest {
    private static final Duration TTR = Duration.ofMinutes(10);
    /** The grace is 2 s. A busy machine takes its time. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final WorkerProcesses processes = new WorkerProcesses();

    private final Map<String, Integer> runs = processes.runs();

    private void produce(int count, String payload) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, count)
                                .mapToObj(i ->
                                        NewJob.of(payload).id("j" + i).ttr(TTR).maxAttempts(6))
                                .toList())
                .forEach(result -> result.get());
    }

    @Test
    void jobsOfAKilledWorkerRunAgainAfterTwoSeconds() throws InterruptedException {
        produce(50, "600000");
        Process worker = processes.start(broker.address(), 50, 0, 1);
        await().atMost(PATIENCE).until(() -> runs.size() == 50);
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .concurrency(50)
                .on(TUBE, (payload, job) -> attempts.put(job.id(), job.noe()))
                .start()) {
            long killed = System.nanoTime();
            worker.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            await().atMost(SOON).until(() -> attempts.size() == 50);
            Duration took = Duration.ofNanos(System.nanoTime() - killed);
            System.out.println("50 jobs of a killed worker ran again after " + took.toMillis() + " ms");
            assertThat(took).isBetween(Duration.ofMillis(1900), SOON);
            assertThat(attempts.values()).as("the executions count").containsOnly(2);
            assertThat(other.status().isHealthy()).isTrue();
        }
    }

    @Test
    void stoppedWorkerKeepsItsJobs() throws InterruptedException {
        produce(3, "3000");
        Process worker = processes.start(broker.address(), 1, 2, 1);
        await().atMost(PATIENCE).until(() -> runs.size() == 1);
        Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> elsewhere.put(job.id(), job.noe()))
                .start()) {
            Programs.stop(worker.toHandle());
            Thread.sleep(8000);
            assertThat(elsewhere).isEmpty();
            Programs.resume(worker.toHandle());
            for (int i = 0; i < 3; i++) {
                Jobs.awaitGone(broker.grape(), "j" + i);
            }
            assertThat(elsewhere).isEmpty();
            assertThat(other.status().held()).isZero();
        }
        assertThat(runs).hasSize(3).allSatisfy((id, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void workerWithoutPresenceLosesItsJobsToTheTtrOnly() throws InterruptedException {
        produce(1, "1");
        Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
        Grape client = Grape.connect(broker.address());
        try (Worker worker = Worker.of(client)
                .presence(false)
                .on(TUBE, (payload, job) -> {
                    elsewhere.put(job.id(), job.noe());
                    Thread.sleep(6000);
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> elsewhere.size() == 1);
            assertThat(worker.status().held()).isEqualTo(1);
            assertThat(broker.grape().peek(TUBE, "j0").orElseThrow().state()).isEqualTo(JobState.RETAINED);
        }
        Jobs.awaitGone(broker.grape(), "j0");
        client.close();
    }

    @Test
    void closedWorkerEndsItsCall() {
        Worker worker = Worker.of(broker.grape()).on(TUBE, (payload, job) -> {}).start();
        await().atMost(SOON).until(() -> broker.metric("grape_workers_present") == 1);
        worker.close();
        await().atMost(SOON).until(() -> broker.metric("grape_workers_present") == 0);
    }

    @Test
    void rollingRestartsOfBrokersRunNoJobTwice() throws InterruptedException {
        TestBroker second = broker.another();
        int count = 1500;
        try (Grape client = Grape.connect(broker.address(), second.address());
                Worker worker = Worker.of(client)
                        .concurrency(8)
                        .prefetch(8)
                        .on(TUBE, (payload, job) -> {
                            runs.merge(job.id(), 1, Integer::sum);
                            Thread.sleep(50);
                        })
                        .start()) {
            produce(count, "x");
            for (int round = 0; round < 2; round++) {
                for (TestBroker one : List.of(broker, second)) {
                    Thread.sleep(1000);
                    one.away();
                    Thread.sleep(3000);
                    one.back();
                }
            }
            await().atMost(PATIENCE.multipliedBy(2)).until(() -> runs.size() == count);
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
        } finally {
            second.grape().close();
            second.away();
        }
        assertThat(runs.values()).containsOnly(1);
    }
}
