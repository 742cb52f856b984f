package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyTest {
    private final Latency latency = new Latency();

    private void add(int times, long took) {
        for (int i = 0; i < times; i++) {
            latency.add(took);
        }
    }

    @Test
    void fewerThanSixteenAnswersSayNothing() {
        add(15, 5);
        assertThat(latency.median()).isNegative();
        add(1, 5);
        assertThat(latency.median()).isEqualTo(5);
    }

    @Test
    void oneThatIsLateByChanceDoesNotMoveIt() {
        add(31, 5);
        add(1, 3_000);
        assertThat(latency.median()).isEqualTo(5);
    }

    @Test
    void onlyTheLastThirtyTwoCount() {
        add(100, 5);
        add(32, 300);
        assertThat(latency.median()).isEqualTo(300);
    }

    @Test
    void afterAClearItBeginsAnew() {
        add(32, 5);
        latency.clear();
        add(15, 7);
        assertThat(latency.median()).isNegative();
    }
}
