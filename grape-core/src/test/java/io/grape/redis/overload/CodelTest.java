package io.grape.redis.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.overload.OverloadOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CodelTest {
    private static final long TARGET = Duration.ofMillis(20).toNanos();
    private static final long INTERVAL = Duration.ofMillis(200).toNanos();

    private final Codel codel =
            new Codel(new OverloadOptions(Duration.ofNanos(TARGET), Duration.ofNanos(INTERVAL), 1, Duration.ZERO), 0);

    @Test
    void aQueueStandsIfTheLeastDelayOfAnIntervalIsAboveTheTarget() {
        codel.left(3 * TARGET, 1);
        codel.left(2 * TARGET, 2);
        assertThat(codel.stands(INTERVAL - 1)).isFalse();
        assertThat(codel.stands(INTERVAL)).isTrue();
    }

    @Test
    void oneThatLeftSoonShowsThatItDrains() {
        codel.left(3 * TARGET, 1);
        codel.left(TARGET, 2);
        assertThat(codel.stands(INTERVAL)).isFalse();
    }

    @Test
    void itDrainsAgainAfterAnIntervalInWhichOneLeftSoon() {
        codel.left(2 * TARGET, 1);
        assertThat(codel.stands(INTERVAL)).isTrue();
        codel.left(0, INTERVAL + 1);
        assertThat(codel.stands(2 * INTERVAL - 1)).isTrue();
        assertThat(codel.stands(2 * INTERVAL)).isFalse();
    }

    @Test
    void whatLeftLongAgoSaysNothing() {
        codel.left(2 * TARGET, 1);
        assertThat(codel.stands(3 * INTERVAL)).isFalse();
    }
}
