package io.grape.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Which tubes pause, and for how long. */
class PausesTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - HOUR);
    private final Pauses pauses = new Pauses("grape_outbox", clock::get);

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private Duration pauseOfAll() {
        return Duration.ofNanos(pauses.nanosOfAll());
    }

    @Test
    void thePauseOfAllGrowsToFiveSecondsUntilABrokerIsBack() {
        for (int i = 0; i < 30; i++) {
            pauses.all(Duration.ZERO, "away");
            long most = Math.min(5000, 100L << Math.min(i, 10));
            assertThat(pauseOfAll()).isBetween(Duration.ofMillis(most / 2), Duration.ofMillis(most));
            pass(Duration.ofSeconds(5));
        }
        pauses.databaseWentWell();
        pauses.all(Duration.ZERO, "away");
        assertThat(pauseOfAll()).isGreaterThan(Duration.ofSeconds(2));
        pauses.wentWell();
        pauses.all(Duration.ZERO, "away");
        assertThat(pauseOfAll()).isLessThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aDatabaseThatIsBackEndsItsPauseAlone() {
        pauses.databaseFailed("away");
        assertThat(pauseOfAll()).isPositive();
        pauses.databaseWentWell();
        assertThat(pauseOfAll()).isZero();
    }

    @Test
    void aTubeThatPausesAgainPausesForLonger() {
        pauses.tube("orders", Duration.ZERO, "full");
        pass(Duration.ofMillis(100));
        assertThat(pauses.look()).isEmpty();
        for (int i = 0; i < 5; i++) {
            pauses.tube("orders", Duration.ZERO, "full");
        }
        pass(Duration.ofMillis(100));
        assertThat(pauses.look()).containsExactly("orders");
        assertThat(pauses.nanosOfTubes(HOUR)).isLessThan(HOUR);
    }

    @Test
    void aTubeThatNobodyAsksForIsForgotten() {
        for (int i = 0; i < 100; i++) {
            pauses.tube("tube-" + i, Duration.ZERO, "full");
        }
        pass(Duration.ofMinutes(2));
        assertThat(pauses.look()).isEmpty();
        pauses.tube("another", Duration.ZERO, "full");
        assertThat(pauseOfAll()).isZero();
        assertThat(pauses.look()).containsExactly("another");
    }
}
