package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An executor of the user that takes no handlers, for example one that was shut down before its worker. */
class RejectingExecutorTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean rejects = true;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void workerThatGetsNoThreadIsUnhealthyAndTakesFewerJobsUntilItGetsOne() {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, 20)
                                .mapToObj(i -> NewJob.of("x").id("job-" + i))
                                .toList());
        try (Worker worker = Worker.of(broker.grape())
                .executor(task -> {
                    if (rejects) {
                        throw new RejectedExecutionException("as if it was shut down");
                    }
                    threads.execute(task);
                })
                .on(TUBE, (payload, job) -> {})
                .start()) {
            // One failure for each consume whose jobs were rejected, and no end to them.
            await().atMost(PATIENCE).until(() -> Jobs.work(worker).failures() >= 4);
            assertThat(worker.status().isHealthy()).isFalse();
            long consumed = consumed();
            assertThat(consumed).as("16 at first, and one each time after that").isLessThan(16 + 16);
            Job<String> back = Jobs.awaitState(broker.grape(), "job-0", JobState.READY);
            assertThat(back.noe()).isZero();
            rejects = false;
            await().atMost(PATIENCE)
                    .until(() -> broker.grape()
                            .list(TUBE, JobState.READY, 1, null)
                            .jobs()
                            .isEmpty());
            await().atMost(PATIENCE).until(() -> worker.status().isHealthy());
        }
    }

    private long consumed() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault("consumed", 0L);
    }
}
