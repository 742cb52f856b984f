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
    void queueStandsIfTheLeastDelayOfAnIntervalIsAboveTheTarget() {
        codel.record(3 * TARGET, 1);
        codel.record(2 * TARGET, 2);
        assertThat(codel.isStanding(INTERVAL - 1)).isFalse();
        assertThat(codel.isStanding(INTERVAL)).isTrue();
    }

    @Test
    void oneShortDelayShowsThatTheQueueDrains() {
        codel.record(3 * TARGET, 1);
        codel.record(TARGET, 2);
        assertThat(codel.isStanding(INTERVAL)).isFalse();
    }

    @Test
    void queueDrainsAgainAfterAnIntervalWithAShortDelay() {
        codel.record(2 * TARGET, 1);
        assertThat(codel.isStanding(INTERVAL)).isTrue();
        codel.record(0, INTERVAL + 1);
        assertThat(codel.isStanding(2 * INTERVAL - 1)).isTrue();
        assertThat(codel.isStanding(2 * INTERVAL)).isFalse();
    }

    @Test
    void delayFromBeforeTheLastIntervalDoesNotCount() {
        codel.record(2 * TARGET, 1);
        assertThat(codel.isStanding(3 * INTERVAL)).isFalse();
    }
}
