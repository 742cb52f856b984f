package io.grape.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.tube.LateJobs;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why a tube misses its lateness target: the first cause that fits. */
class LatenessCauseTest {
    private static final Duration MS = Duration.ofMillis(1);
    private static final Duration LATELY = Duration.ofSeconds(10);
    private static final StoreCondition WELL = new StoreCondition(Duration.ofMillis(50), Duration.ofMillis(60_001));
    private static final StoreCondition SLOW = new StoreCondition(Duration.ofMillis(51), null);

    private static LatenessCause cause(
            boolean held, boolean awaited, @Nullable Duration sinceDelivery, StoreCondition store) {
        LateJobs late = new LateJobs(Duration.ofMinutes(1), held, awaited);
        Tube tube = new Tube(
                new TubeName("orders"),
                TubeSettings.DEFAULT,
                0,
                null,
                Map.of(),
                0,
                Map.of(),
                null,
                late,
                sinceDelivery,
                null,
                null,
                0L,
                0L,
                0,
                0,
                Map.of());
        return LatenessCause.of(late, tube, store);
    }

    @Test
    void whatLimitsHoldNoConsumerCouldGet() {
        assertThat(cause(true, false, null, SLOW)).isEqualTo(LatenessCause.KEY);
        assertThat(cause(true, true, MS, WELL)).isEqualTo(LatenessCause.KEY);
    }

    @Test
    void nobodyWaitsAndNobodyCameLately() {
        assertThat(cause(false, false, null, SLOW)).isEqualTo(LatenessCause.NO_CONSUMER);
        assertThat(cause(false, false, LATELY.plus(MS), WELL)).isEqualTo(LatenessCause.NO_CONSUMER);
    }

    @Test
    void redisIsSlow() {
        assertThat(cause(false, true, null, SLOW)).isEqualTo(LatenessCause.REDIS);
        assertThat(cause(false, false, LATELY, SLOW)).isEqualTo(LatenessCause.REDIS);
    }

    @Test
    void redisWasUnavailableAMomentAgo() {
        assertThat(cause(false, true, null, new StoreCondition(MS, Duration.ofSeconds(60))))
                .isEqualTo(LatenessCause.REDIS);
    }

    @Test
    void jobsAreDeliveredButTooFew() {
        assertThat(cause(false, true, null, WELL)).isEqualTo(LatenessCause.BROKER);
        assertThat(cause(false, false, LATELY, WELL)).isEqualTo(LatenessCause.BROKER);
    }
}
