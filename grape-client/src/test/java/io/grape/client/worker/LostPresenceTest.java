package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that lives, and whose presence call is cut. Leases last ten minutes: nothing here waits for their end. */
@Tag("apart")
class LostPresenceTest {
    private static final Duration TTR = Duration.ofMinutes(10);

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final PresenceCutter proxy = new PresenceCutter(broker.address());
    private final Grape client = Grape.connect(proxy.address());
    private final CountDownLatch go = new CountDownLatch(1);
    /** What ran in the worker behind the proxy. */
    private final List<String> ran = new CopyOnWriteArrayList<>();

    private Worker worker;

    /** It runs "a" and holds "b", and has no room for more. */
    @BeforeEach
    void start() {
        worker = Worker.of(client)
                .concurrency(1)
                .prefetch(1)
                .on(TUBE, (payload, job) -> {
                    ran.add(job.id());
                    go.await();
                })
                .start();
        await().atMost(PATIENCE).until(() -> broker.metric("grape_workers_present") == 1);
        for (String id : List.of("a", "b")) {
            broker.grape().produce(TUBE, NewJob.of("x").id(id).ttr(TTR));
        }
        await().atMost(PATIENCE).until(() -> worker.status().held() == 2 && ran.size() == 1);
    }

    @AfterEach
    void end() {
        go.countDown();
        worker.close();
        client.close();
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void workerWithoutItsCallForLongerThanTheGraceStartsNothingThatItHolds(boolean isBack) {
        proxy.cut();
        Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> elsewhere.put(job.id(), job.noe()))
                .start()) {
            await().atMost(PATIENCE).until(() -> elsewhere.size() == 2);
            if (isBack) {
                proxy.restore();
                await().atMost(PATIENCE).until(() -> broker.metric("grape_workers_present") == 2);
            }
            go.countDown();
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
            assertThat(other.status().isHealthy()).isTrue();
        }
        assertThat(ran).containsExactly("a");
        assertThat(elsewhere).as("the lost executions count").containsOnly(Map.entry("a", 2), Map.entry("b", 2));
    }

    /** Otherwise it would try again after a minute, as with a broker of an earlier release. */
    @Test
    void workerComesBackAtOnceAfterAnErrorOfAProxy() {
        proxy.refuseOnce();
        await().atMost(PATIENCE).until(proxy::hasRefused);
        await().atMost(Duration.ofSeconds(20)).until(() -> broker.metric("grape_workers_present") == 1);
        go.countDown();
        await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
    }

    @Test
    void shortBreakOfTheCallTakesNoJobFromTheWorker() throws InterruptedException {
        Map<String, Integer> elsewhere = new ConcurrentHashMap<>();
        try (Worker other = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> elsewhere.put(job.id(), job.noe()))
                .start()) {
            await().atMost(PATIENCE).until(() -> broker.metric("grape_workers_present") == 2);
            proxy.cut();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> broker.metric("grape_workers_present") == 1);
            proxy.restore();
            await().atMost(PATIENCE).until(() -> broker.metric("grape_workers_present") == 2);
            // Longer than the grace: a broker that missed the new call would end the leases by then.
            Thread.sleep(4000);
            go.countDown();
            await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
            assertThat(other.status().held()).isZero();
        }
        assertThat(ran).containsExactly("a", "b");
        assertThat(elsewhere).isEmpty();
    }
}
