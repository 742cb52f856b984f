package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.JobState;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.QuotaSettings;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A killed worker frees the keys and limits that its jobs occupied. Leases last ten minutes: nothing here waits for their end.
 */
@Tag("apart")
class KilledWorkerLimitsTest {
    private static final Duration TTR = Duration.ofMinutes(10);
    /** How long a handler of the process runs. */
    private static final String FOREVER = "600000";

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final WorkerProcesses processes = new WorkerProcesses();

    private void configure(KeySettings keys) {
        broker.grape().tubes().configure(TUBE.name(), new TubeSettings(TTR, 6, keys));
    }

    private void produce(String key, int count) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, count)
                                .mapToObj(i -> NewJob.of(FOREVER).id(key + i).key(key))
                                .toList())
                .forEach(result -> result.get());
    }

    private long retained() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().counts().getOrDefault(JobState.RETAINED, 0L);
    }

    /** Starts a process that holds so many jobs, and kills it. */
    private void killOneThatHolds(int jobs) throws InterruptedException {
        Process worker = processes.start(broker.address(), jobs, 4, 1);
        await().atMost(PATIENCE).until(() -> retained() == jobs);
        await().atMost(PATIENCE).until(() -> broker.metric("grape_workers_present") == 1);
        worker.destroyForcibly().waitFor();
    }

    @Test
    void nextJobsOfOrderedKeysRunInOrder() throws InterruptedException {
        configure(KeySettings.FAIR.ordered(KeySettings.OnFailure.BLOCK));
        produce("a", 5);
        produce("b", 5);
        killOneThatHolds(2);
        List<String> ran = new CopyOnWriteArrayList<>();
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .concurrency(4)
                .on(TUBE, (payload, job) -> {
                    ran.add(job.id());
                    attempts.put(job.id(), job.noe());
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> ran.size() == 10);
            assertThat(other.status().isHealthy()).isTrue();
        }
        assertThat(ran).filteredOn(id -> id.startsWith("a")).containsExactly("a0", "a1", "a2", "a3", "a4");
        assertThat(ran).filteredOn(id -> id.startsWith("b")).containsExactly("b0", "b1", "b2", "b3", "b4");
        assertThat(attempts).containsEntry("a0", 2).containsEntry("b0", 2).containsEntry("a1", 1);
    }

    @Test
    void concurrencyOfAKeyIsFreed() throws InterruptedException {
        configure(KeySettings.FAIR.concurrency(2));
        produce("a", 6);
        killOneThatHolds(2);
        AtomicInteger running = new AtomicInteger();
        List<Integer> atATime = new CopyOnWriteArrayList<>();
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .concurrency(6)
                .on(TUBE, (payload, job) -> {
                    atATime.add(running.incrementAndGet());
                    Thread.sleep(50);
                    running.decrementAndGet();
                    attempts.put(job.id(), job.noe());
                })
                .start()) {
            await().atMost(PATIENCE).until(() -> attempts.size() == 6);
            assertThat(other.status().isHealthy()).isTrue();
        }
        assertThat(atATime).allMatch(jobs -> jobs <= 2).hasSize(6);
        assertThat(attempts).containsEntry("a0", 2).containsEntry("a1", 2).containsEntry("a2", 1);
    }

    @Test
    void inFlightQuotaIsFreed() throws InterruptedException {
        configure(KeySettings.OFF);
        broker.grape().quotas().put("default", QuotaSettings.NONE.inFlight(3));
        produce("a", 6);
        killOneThatHolds(3);
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .concurrency(6)
                .on(TUBE, (payload, job) -> attempts.put(job.id(), job.noe()))
                .start()) {
            await().atMost(PATIENCE).until(() -> attempts.size() == 6);
            assertThat(other.status().isHealthy()).isTrue();
        }
        assertThat(attempts).containsEntry("a0", 2).containsEntry("a2", 2).containsEntry("a3", 1);
    }
}
