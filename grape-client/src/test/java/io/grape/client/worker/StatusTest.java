package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker says of itself, and that it can be paused. */
@Tag("slow")
@SuppressWarnings("try")
class StatusTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> handled = new CopyOnWriteArrayList<>();

    private void produce(int from, int to) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(from, to)
                                .mapToObj(i -> NewJob.of("x").id("job-" + i))
                                .toList());
    }

    private WorkerBuilder one() {
        return Worker.of(broker.grape()).concurrency(1).on(TUBE, (payload, job) -> {
            begun.countDown();
            Jobs.awaitAll(go);
            handled.add(job.id() + " " + job.attempt());
        });
    }

    private long count(JobState state) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().counts().getOrDefault(state, 0L);
    }

    private long finished() {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault("finished", 0L);
    }

    @Test
    void itSaysWhatItRunsAndHolds() throws Exception {
        Worker worker = one().prefetch(2).start();
        assertThat(worker.status())
                .isEqualTo(new WorkerStatus(WorkerState.RUNNING, Map.of("work", new TubeWork(0, 0, 0, 0, false, 0))));
        produce(0, 5);
        Jobs.awaitAll(begun);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(worker.status().tubes())
                        .isEqualTo(Map.of("work", new TubeWork(1, 0, 2, 3, false, 0))));
        assertThat(worker.status().held()).isEqualTo(3);
        assertThat(worker.status().isHealthy()).isTrue();
        go.countDown();
        await().atMost(PATIENCE).until(() -> handled.size() == 5);
        worker.close();
        assertThat(worker.status())
                .isEqualTo(new WorkerStatus(WorkerState.CLOSED, Map.of("work", new TubeWork(0, 0, 0, 0, false, 0))));
        assertThat(worker.status().isHealthy()).isFalse();
    }

    @Test
    void aPauseHandsBackWhatWasNotBegunAndTakesNothingUntilItEnds() throws Exception {
        List<Integer> working = new CopyOnWriteArrayList<>();
        try (Grape grape = broker.client(new ClientEvents() {
                    @Override
                    public void working(String tube, int change) {
                        working.add(change);
                    }
                });
                Worker worker = Worker.of(grape)
                        .concurrency(1)
                        .prefetch(2)
                        .on(TUBE, (payload, job) -> {
                            begun.countDown();
                            Jobs.awaitAll(go);
                            handled.add(job.id() + " " + job.attempt());
                        })
                        .start()) {
            produce(0, 5);
            Jobs.awaitAll(begun);
            await().atMost(PATIENCE).until(() -> worker.status().held() == 3);
            worker.pause();
            worker.pause();
            assertThat(worker.status().state()).isEqualTo(WorkerState.PAUSED);
            assertThat(worker.status().isHealthy()).isTrue();
            await().atMost(PATIENCE).until(() -> count(JobState.READY) == 4);
            go.countDown();
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
            assertThat(handled).hasSize(1);
            assertThat(count(JobState.READY)).isEqualTo(4);
            worker.resume();
            worker.resume();
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
            await().atMost(PATIENCE).until(() -> handled.size() == 5);
        }
        assertThat(handled).allMatch(one -> one.endsWith(" 1"));
        assertThat(working).containsExactly(1, -1, 1, -1);
    }

    @Test
    void manyPausesLoseNoJob() {
        try (Worker worker = Worker.of(broker.grape())
                .prefetch(8)
                .on(TUBE, (payload, job) -> handled.add(job.id()))
                .start()) {
            for (int round = 0; round < 30; round++) {
                int first = round * 10;
                broker.grape()
                        .produceAll(
                                TUBE,
                                IntStream.range(first, first + 10)
                                        .mapToObj(i -> Jobs.shortLived("job-" + i))
                                        .toList());
                worker.pause();
                worker.resume();
            }
            await().atMost(PATIENCE).until(() -> finished() == 300);
            assertThat(Jobs.work(worker).failures()).isZero();
        }
        assertThat(Set.copyOf(handled)).hasSize(300);
    }

    @Test
    void aClosedWorkerStaysClosed() {
        Worker worker = one().start();
        worker.pause();
        worker.close();
        worker.resume();
        worker.pause();
        assertThat(worker.status().state()).isEqualTo(WorkerState.CLOSED);
        produce(0, 1);
        assertThat(count(JobState.READY)).isEqualTo(1);
    }

    @Test
    void itIsNotWellWhileNoConsumeSucceedsAndWellAgainAfterwards() {
        try (Grape hasty = broker.grape().within(Duration.ofSeconds(1));
                Worker worker = Worker.of(hasty).on(TUBE, (payload, job) -> {}).start()) {
            broker.away();
            await().atMost(PATIENCE.multipliedBy(2))
                    .until(() -> !worker.status().isHealthy());
            assertThat(worker.status().state()).isEqualTo(WorkerState.RUNNING);
            broker.back();
            produce(0, 1);
            await().atMost(PATIENCE).until(() -> worker.status().isHealthy());
        }
    }

    @Test
    void itIsNotWellWhileAllPlacesOfATubeAreStuck() throws Exception {
        try (Worker worker = Worker.of(broker.grape())
                .concurrency(1)
                .timeout(Duration.ofMillis(50))
                .on(TUBE, (payload, job) -> TimeoutTest.ignore(go))
                .start()) {
            produce(0, 1);
            await().atMost(PATIENCE).until(() -> !worker.status().isHealthy());
            assertThat(Jobs.work(worker).stuck()).isEqualTo(1);
            go.countDown();
            await().atMost(PATIENCE).until(() -> worker.status().isHealthy());
        }
    }
}
