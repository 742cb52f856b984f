package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.NewJob;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker goes away, and comes back. */
@SuppressWarnings("try")
class OutageTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    @Test
    void aWorkerGoesOnByItselfOnceTheBrokerIsBack() {
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> runs.incrementAndGet())
                .start()) {
            for (String id : new String[] {"a", "b", "c"}) {
                broker.grape().produce(TUBE, NewJob.of("x").id(id));
                Jobs.awaitGone(broker.grape(), id);
                broker.away();
                broker.back();
            }
        }
        assertThat(runs).hasValue(3);
    }

    @Test
    void aWorkerMayBeStartedBeforeItsBroker() {
        broker.away();
        try (Worker worker =
                Worker.of(broker.grape()).on(TUBE, (payload, job) -> {}).start()) {
            broker.back();
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            Jobs.awaitGone(broker.grape(), "a");
        }
    }

    @Test
    void whatWasDoneWhileTheBrokerWasAwayIsSaidOnceItIsBack() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        try (Worker worker = Worker.of(broker.grape())
                .on(TUBE, (payload, job) -> {
                    runs.incrementAndGet();
                    begun.countDown();
                    Jobs.awaitAll(go);
                })
                .drain(Duration.ofSeconds(5))
                .start()) {
            broker.grape().produce(TUBE, NewJob.of("x").id("a"));
            Jobs.awaitAll(begun);
            broker.away();
            go.countDown();
            broker.back();
            Jobs.awaitGone(broker.grape(), "a");
        }
        assertThat(runs).hasValue(1);
    }
}
