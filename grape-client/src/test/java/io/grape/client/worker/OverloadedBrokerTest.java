package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static io.grape.client.worker.Jobs.awaitAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A worker at a broker that sheds its consumes, and nothing else. */
@Tag("slow")
class OverloadedBrokerTest {
    private static final int HELD = 4;
    private static final int PREFETCH = 8;
    private static final int MORE = 30;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private void produce(int jobs, String name) {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, jobs)
                                .mapToObj(i -> Jobs.shortLived(name + i))
                                .toList());
    }

    private long total(String verb) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault(verb, 0L);
    }

    /** When the leases end that the worker holds. */
    private List<Instant> leases() {
        return IntStream.range(0, HELD)
                .mapToObj(i -> broker.grape().peek(TUBE, "held" + i).orElseThrow())
                .map(job -> job.leaseUntil().orElseThrow())
                .toList();
    }

    private void awaitRenewals() {
        for (int i = 0; i < 2; i++) {
            List<Instant> before = leases();
            await().atMost(PATIENCE)
                    .until(() -> IntStream.range(0, HELD)
                            .allMatch(j -> leases().get(j).isAfter(before.get(j))));
        }
    }

    @Test
    void itTakesLessAndKeepsItsLeasesAndTakesMoreAgain() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        produce(HELD, "held");
        try (SheddingWire wire = new SheddingWire(broker.address());
                Grape grape = broker.client(wire.address(), ClientEvents.NONE)) {
            Worker worker = Worker.of(grape)
                    .concurrency(HELD)
                    .prefetch(PREFETCH)
                    .on(TUBE, (payload, job) -> awaitAll(goOn))
                    .start();
            await().atMost(PATIENCE).until(() -> wire.passed().size() == 2);
            assertThat(wire.passed()).containsExactly(HELD + PREFETCH, PREFETCH);

            wire.sheds(true);
            // The consume that waits gets a job, and the next ones are shed.
            produce(1, "waiting");
            await().atMost(PATIENCE).until(() -> wire.shed().contains(1));
            assertThat(wire.shed()).startsWith(PREFETCH - 1).isSortedAccordingTo(Comparator.reverseOrder());
            awaitRenewals();
            goOn.countDown();
            await().atMost(PATIENCE).until(() -> total("finished") == HELD + 1);

            produce(MORE, "more");
            wire.sheds(false);
            await().atMost(PATIENCE).until(() -> total("finished") == HELD + 1 + MORE);
            assertThat(wire.passed().get(2)).isEqualTo(1);
            await().atMost(PATIENCE).until(() -> wire.passed().stream().skip(2).anyMatch(max -> max > 2));
            worker.close();
        }
        assertThat(total("expired")).isZero();
        assertThat(total("consumed")).isEqualTo(HELD + 1 + MORE);
    }
}
