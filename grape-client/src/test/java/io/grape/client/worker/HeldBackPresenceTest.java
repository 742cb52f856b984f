package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Grape;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A worker behind a proxy that holds back the response of the presence call, so that only the broker sees the call. */
@Tag("apart")
class HeldBackPresenceTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    /** The client gives the call up after 5 s, which brokers must not take for the death of the worker. */
    @Test
    void workerThatDoesNotHearOfItsPresenceKeepsItsJobs() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        List<String> ran = new CopyOnWriteArrayList<>();
        List<String> elsewhere = new CopyOnWriteArrayList<>();
        try (PresenceCutter proxy = new PresenceCutter(broker.address())) {
            proxy.holdBack();
            try (Grape client = Grape.connect(proxy.address());
                    Worker worker = Worker.of(client)
                            .concurrency(1)
                            .on(TUBE, (payload, job) -> {
                                ran.add(job.id());
                                go.await();
                            })
                            .start()) {
                broker.grape().produce(TUBE, NewJob.of("x").id("a").ttr(Duration.ofMinutes(10)));
                await().atMost(PATIENCE).until(() -> ran.size() == 1);
                try (Worker other = Worker.of(broker.grape())
                        .on(TUBE, (payload, job) -> elsewhere.add(job.id()))
                        .start()) {
                    Thread.sleep(Duration.ofSeconds(12).toMillis());
                    assertThat(other.status().isHealthy()).isTrue();
                }
                go.countDown();
                await().atMost(PATIENCE).until(() -> worker.status().held() == 0);
            }
        }
        assertThat(ran).containsExactly("a");
        assertThat(elsewhere).isEmpty();
    }
}
