package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.harness.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker processes that die, are stopped, or whose brokers are restarted. Leases last ten minutes: nothing here waits for their end. */
@Tag("apart")
class KilledWorkerTest {
    private static final Duration TTR = Duration.ofMinutes(10);
    /** The grace is 2 s. A busy machine takes its time. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Set<Process> processes = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Map<String, Integer> runs = new ConcurrentHashMap<>();

    @AfterEach
    void end() {
        isOver.set(true);
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String brokers, int concurrency, int prefetch, int batch) {
        try {
            Process process = new ProcessBuilder(
                            Programs.java(),
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx64m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            KilledWorker.class.getName(),
                            brokers,
                            Integer.toString(concurrency),
                            Integer.toString(prefetch),
                            Integer.toString(batch))
                    .redirectErrorStream(true)
                    .start();
            processes.add(process);
            Thread reader = new Thread(() -> read(process), "reader");
            reader.setDaemon(true);
            reader.start();
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Process process) {
        try (BufferedReader out = process.inputReader(UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("runs ")) {
                    runs.merge(line.substring("runs ".length()), 1, Integer::sum);
                }
            }
        } catch (IOException e) {
            processes.remove(process);
        }
    }

    private void produce(int count, String payload) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, count)
                                .mapToObj(i -> NewJob.of(payload).id("j" + i).ttr(TTR))
                                .toList())
                .forEach(result -> result.get());
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    @Test
    void jobsOfAKilledWorkerRunAgainAfterTwoSeconds() throws InterruptedException {
        produce(50, "600000");
        Process worker = start(broker.address(), 50, 0, 1);
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
    void stoppedWorkerKeepsItsJobs() throws IOException, InterruptedException {
        produce(3, "3000");
        Process worker = start(broker.address(), 1, 2, 1);
        await().atMost(PATIENCE).until(() -> runs.size() == 1);
        Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> elsewhere.put(job.id(), job.noe()))
                .start()) {
            signal(worker, "STOP");
            Thread.sleep(8000);
            assertThat(elsewhere).isEmpty();
            signal(worker, "CONT");
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

    /** Starts it again whenever it ends. */
    private void supervise(int concurrency, int prefetch, int batch) {
        Thread supervisor = new Thread(
                () -> {
                    while (!isOver.get()) {
                        Process process = start(broker.address(), concurrency, prefetch, batch);
                        try {
                            process.waitFor();
                        } catch (InterruptedException e) {
                            return;
                        }
                        processes.remove(process);
                    }
                },
                "supervisor");
        supervisor.setDaemon(true);
        supervisor.start();
    }

    /** Among 1,000 jobs one that kills its worker each time. */
    @ParameterizedTest
    @CsvSource({"16,0,1", "4,50,1", "1,0,100"})
    void onlyTheJobThatKillsItsWorkerFails(int concurrency, int prefetch, int batch) {
        produce(1000, "5");
        broker.grape()
                .produce(
                        TUBE,
                        NewJob.of(KilledWorker.POISON)
                                .id("bad")
                                .ttr(TTR)
                                .maxAttempts(6)
                                .priority(0));
        for (int i = 0; i < 4; i++) {
            supervise(concurrency, prefetch, batch);
        }
        Job<String> bad = Jobs.awaitState(broker.grape(), "bad", JobState.FAILED);
        assertThat(bad.noe()).isEqualTo(6);
        await().atMost(PATIENCE.multipliedBy(2))
                .untilAsserted(() -> assertThat(broker.grape()
                                .tubes()
                                .status(TUBE.name())
                                .orElseThrow()
                                .totals())
                        .containsEntry("finished", 1000L)
                        .containsEntry("buried", 1L));
        System.out.println("runs of the bad job " + runs.get("bad") + ", most runs of another "
                + runs.entrySet().stream()
                        .filter(each -> !each.getKey().equals("bad"))
                        .mapToInt(Map.Entry::getValue)
                        .max()
                        .orElse(0));
    }
}
