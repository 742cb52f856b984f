package io.grape.client.worker;

import static io.grape.client.worker.Jobs.PATIENCE;
import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker takes its next jobs with the acknowledgements of the last. */
class AckAndFetchTest {
    private static final int JOBS = 200;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger mostHeld = new AtomicInteger();
    private final ClientEvents events = new ClientEvents() {
        @Override
        public void called(String call, String outcome, Duration took) {
            calls.computeIfAbsent(call, name -> new AtomicInteger()).incrementAndGet();
        }

        @Override
        public void held(String tube, int change) {
            int now = held.addAndGet(change);
            mostHeld.accumulateAndGet(now, Math::max);
        }
    };

    private void produce() {
        broker.grape()
                .produceAll(
                        TUBE,
                        IntStream.range(0, JOBS)
                                .mapToObj(i -> NewJob.of("x").id("j" + i).ttr(Duration.ofMinutes(5)))
                                .toList());
    }

    private int called(String call) {
        AtomicInteger count = calls.get(call);
        return count == null ? 0 : count.get();
    }

    private long total(String verb) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().totals().getOrDefault(verb, 0L);
    }

    private long count(JobState state) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().counts().getOrDefault(state, 0L);
    }

    @Test
    void aWorkerWithWorkAsksForItWithItsAcknowledgements() {
        produce();
        try (Grape grape = broker.client(events)) {
            Worker worker = Worker.of(grape)
                    .concurrency(1)
                    .prefetch(0)
                    .on(TUBE, (payload, job) -> {})
                    .start();
            await().atMost(PATIENCE).until(() -> total("finished") == JOBS);
            worker.close();
        }
        assertThat(total("consumed")).isEqualTo(JOBS);
        assertThat(called("acks")).isEqualTo(JOBS);
        assertThat(called("consume")).isLessThan(JOBS / 10);
        assertThat(held).hasValue(0);
    }

    @Test
    void severalHandlersHaveTheirNextJobsBesideToo() {
        produce();
        try (Grape grape = broker.client(events)) {
            Worker worker = Worker.of(grape)
                    .concurrency(8)
                    .on(TUBE, (payload, job) -> {})
                    .start();
            await().atMost(PATIENCE).until(() -> total("finished") == JOBS);
            worker.close();
        }
        assertThat(total("consumed")).isEqualTo(JOBS);
        assertThat(called("consume")).isLessThan(called("acks") / 2);
    }

    @Test
    void itHoldsNoMoreThanItsSlotsAndRunsNoMoreThanItsConcurrency() {
        produce();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger mostRunning = new AtomicInteger();
        try (Grape grape = broker.client(events)) {
            Worker worker = Worker.of(grape)
                    .concurrency(5)
                    .prefetch(2)
                    .on(TUBE, (payload, job) -> {
                        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                        Thread.sleep(1);
                        running.decrementAndGet();
                    })
                    .start();
            await().atMost(PATIENCE).until(() -> total("finished") == JOBS);
            worker.close();
        }
        assertThat(mostRunning.get()).isLessThanOrEqualTo(5);
        // Until their acknowledgement has its response, those that it frees are still held.
        assertThat(mostHeld.get()).isLessThanOrEqualTo(2 * 7);
        assertThat(held).hasValue(0);
        assertThat(total("consumed")).isEqualTo(JOBS);
    }

    @Test
    void aWorkerThatStopsTakesNoMoreAndKeepsNothing() {
        produce();
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            try (Grape grape = broker.client(events)) {
                int before = runs.get();
                Worker worker = Worker.of(grape)
                        .concurrency(3)
                        .on(TUBE, (payload, job) -> runs.incrementAndGet())
                        .start();
                await().atMost(PATIENCE).until(() -> runs.get() > before);
                worker.close();
                assertThat(held).hasValue(0);
                assertThat(count(JobState.RETAINED)).isZero();
            }
            produce();
        }
        assertThat(total("finished")).isEqualTo(runs.get());
        assertThat(total("expired")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBrokerThatDoesNotKnowItIsAskedInTwoCalls(boolean refuses) throws IOException {
        produce();
        try (OlderBroker older = new OlderBroker(broker.address(), refuses);
                Grape grape = broker.client(older.address(), events)) {
            Worker worker = Worker.of(grape)
                    .concurrency(4)
                    .on(TUBE, (payload, job) -> {})
                    .start();
            await().atMost(PATIENCE).until(() -> total("finished") == JOBS);
            worker.close();
            assertThat(older.asked()).isPositive();
            assertThat(refuses && older.asked() > 2).isFalse();
        }
        assertThat(total("consumed")).isEqualTo(JOBS);
        assertThat(held).hasValue(0);
    }
}
