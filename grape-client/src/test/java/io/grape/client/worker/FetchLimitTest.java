package io.grape.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FetchLimitTest {
    private final FetchLimit limit = new FetchLimit(1000);

    @Test
    void consumeAsksForAllFreeRoomUpToTheMaximum() {
        assertThat(limit.of(20)).isEqualTo(20);
        assertThat(limit.of(-1)).isEqualTo(-1);
        assertThat(limit.of(2000)).isEqualTo(1000);
    }

    @Test
    void shedConsumeHalvesTheLimitDownToOne() {
        limit.shed(20);
        assertThat(limit.of(20)).isEqualTo(10);
        limit.shed(10);
        limit.shed(5);
        assertThat(limit.of(20)).isEqualTo(2);
        limit.shed(2);
        limit.shed(1);
        assertThat(limit.of(20)).isEqualTo(1);
    }

    @Test
    void eachResponseRaisesTheLimitByOne() {
        limit.shed(10);
        for (int i = 6; i <= 1000; i++) {
            limit.answered();
            assertThat(limit.of(2000)).isEqualTo(i);
        }
        limit.answered();
        assertThat(limit.of(2000)).isEqualTo(1000);
    }
}
