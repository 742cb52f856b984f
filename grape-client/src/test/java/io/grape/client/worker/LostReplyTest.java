package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Acknowledgements that the broker did, and whose answers never came. */
@SuppressWarnings("try")
class LostReplyTest {
    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    private final ClientEvents events = new ClientEvents() {
        @Override
        public void held(String tube, int change) {
            held.addAndGet(change);
        }

        @Override
        public void leaseLost(String tube) {
            lost.incrementAndGet();
        }
    };

    private void worked(Outcome outcome, Runnable awaited) {
        AtomicInteger runs = new AtomicInteger();
        try (LosingWire wire = new LosingWire(broker.address(), 1);
                Grape grape = broker.client(wire.address(), events)) {
            Worker worker = Worker.of(grape)
                    .decide(TUBE, (payload, job) -> {
                        runs.incrementAndGet();
                        return outcome;
                    })
                    .start();
            broker.grape().produce(TUBE, NewJob.of("x").id("a").ttr(Duration.ofMinutes(5)));
            awaited.run();
            worker.close();
            assertThat(wire.left()).isZero();
        }
        assertThat(runs).hasValue(1);
        assertThat(held).hasValue(0);
    }

    @Test
    void aFinishIsRepeatedAndTakenForDone() {
        worked(Outcome.finish(), () -> Jobs.awaitGone(broker.grape(), "a"));
        assertThat(lost).hasValue(0);
    }

    @Test
    void aBuryIsRepeatedAndChangesNothing() {
        worked(Outcome.bury("bad"), () -> Jobs.awaitState(broker.grape(), "a", JobState.FAILED));
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().noe()).isEqualTo(1);
    }
}
