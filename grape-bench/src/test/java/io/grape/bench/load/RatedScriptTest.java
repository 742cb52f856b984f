package io.grape.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

/** At 10 requests a second. */
class RatedScriptTest {
    private static final long INTERVAL = 100_000_000;

    private final Endless talk = new Endless();
    private final Latencies latencies = new Latencies();
    private final RatedScript steady = new RatedScript(talk, 10, latencies);
    private final Bytes out = new Bytes();
    private final Response response = new Response();

    /** Always has something to say, until it is stopped. */
    private static final class Endless implements ConnectionScript {
        private boolean stopped;

        @Override
        public Framing framing() {
            return Http.FRAMING;
        }

        @Override
        public boolean ask(Bytes out, long now) {
            return !stopped;
        }

        @Override
        public void answered(Response response, long now) {}

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public boolean ended() {
            return stopped;
        }
    }

    @Test
    void asksNoFasterThanItsRate() {
        long start = System.nanoTime();
        assertThat(steady.ask(out, start)).isTrue();
        steady.answered(response, start + 1);
        assertThat(steady.ask(out, start + INTERVAL - 1)).isFalse();
        assertThat(steady.ask(out, start + INTERVAL)).isTrue();
    }

    @Test
    void aStallCountsForAllThatWereDueWhileItLasted() {
        long start = System.nanoTime();
        assertThat(steady.ask(out, start)).isTrue();
        steady.answered(response, start + 10 * INTERVAL);
        for (int waiting = 9; waiting > 0; waiting--) {
            assertThat(steady.ask(out, start + 10 * INTERVAL)).isTrue();
            steady.answered(response, start + 10 * INTERVAL);
        }
        assertThat(latencies.percentile(1)).isCloseTo(10.0 * INTERVAL, withinPercentage(0.01));
        assertThat(latencies.percentile(0.1)).isCloseTo(1.0 * INTERVAL, withinPercentage(0.01));
    }

    @Test
    void whatWasDueBeforeTheStopCountsThoughItGoesAfterIt() {
        long start = System.nanoTime() - 10 * INTERVAL;
        assertThat(steady.ask(out, start)).isTrue();
        steady.stop();
        long over = System.nanoTime();
        assertThat(steady.ended()).isFalse();
        int asked = 1;
        for (steady.answered(response, over); steady.ask(out, over) && asked < 1000; asked++) {
            steady.answered(response, over);
        }
        assertThat(steady.ended()).isTrue();
        assertThat(latencies.count())
                .as("the first and the ten that were due in the second before the stop")
                .isEqualTo(asked)
                .isGreaterThan(10);
        assertThat(latencies.percentile(1)).isCloseTo((double) (over - start), withinPercentage(0.01));
    }
}
