package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that kills its worker each time. Leases last ten minutes: nothing here waits for their end. */
@Tag("apart")
class PoisonedWorkersTest {
    private static final Duration TTR = Duration.ofMinutes(10);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @RegisterExtension
    final WorkerProcesses processes = new WorkerProcesses();

    private Job<String> awaitFailed() {
        await().atMost(PATIENCE.multipliedBy(4))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> broker.grape().peek(TUBE, "bad").orElseThrow().state() == JobState.FAILED);
        return broker.grape().peek(TUBE, "bad").orElseThrow();
    }

    /** Among 1,000 jobs one that kills its worker each time. */
    @ParameterizedTest
    @CsvSource({"16,0,1", "4,50,1", "1,0,100"})
    void onlyTheJobThatKillsItsWorkerFails(int concurrency, int prefetch, int batch) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, 1000)
                                .mapToObj(
                                        i -> NewJob.of("5").id("j" + i).ttr(TTR).maxAttempts(6))
                                .toList())
                .forEach(result -> result.get());
        broker.grape()
                .produce(
                        TUBE,
                        NewJob.of(KilledWorker.POISON)
                                .id("bad")
                                .ttr(TTR)
                                .maxAttempts(6)
                                .priority(0));
        for (int i = 0; i < 4; i++) {
            processes.supervise(broker.address(), concurrency, prefetch, batch);
        }
        Job<String> bad = awaitFailed();
        assertThat(bad.noe()).isEqualTo(6);
        await().atMost(PATIENCE.multipliedBy(2))
                .untilAsserted(() -> assertThat(broker.grape()
                                .tubes()
                                .status(TUBE.name())
                                .orElseThrow()
                                .totals())
                        .containsEntry("finished", 1000L)
                        .containsEntry("buried", 1L));
        System.out.println("runs of the bad job " + processes.runs().get("bad") + ", most runs of another "
                + processes.runs().entrySet().stream()
                        .filter(each -> !each.getKey().equals("bad"))
                        .mapToInt(Map.Entry::getValue)
                        .max()
                        .orElse(0));
    }
}
