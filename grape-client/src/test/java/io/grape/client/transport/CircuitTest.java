package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.transport.Circuit.Why;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CircuitTest {
    private final SetClock clock = new SetClock();
    private final Circuit circuit = new Circuit(new Random(7));

    private boolean failed() {
        return circuit.failed(clock.getAsLong());
    }

    private boolean succeeded() {
        clock.forward(Duration.ofMillis(1));
        return circuit.succeeded(clock.getAsLong(), clock.getAsLong());
    }

    private boolean eject(Why why) {
        return circuit.eject(why, clock.getAsLong());
    }

    private long pauseMillis() {
        return Duration.ofNanos(circuit.pause()).toMillis();
    }

    @Test
    void threeFailuresInARowAreEnough() {
        assertThat(failed()).isFalse();
        assertThat(failed()).isFalse();
        assertThat(failed()).isTrue();
    }

    @Test
    void anAnswerBetweenFailuresBreaksTheRow() {
        failed();
        failed();
        succeeded();
        assertThat(failed()).isFalse();
        assertThat(failed()).isFalse();
    }

    @Test
    void halfOfTheAttemptsOfTenSecondsAreEnough() {
        for (int i = 0; i < 9; i++) {
            assertThat(failed()).isFalse();
            succeeded();
        }
        succeeded();
        assertThat(failed()).isTrue();
    }

    @Test
    void failuresOfMoreThanTenSecondsAgoDoNotCount() {
        for (int i = 0; i < 9; i++) {
            failed();
            succeeded();
        }
        succeeded();
        clock.forward(Duration.ofSeconds(11));
        assertThat(failed()).isFalse();
    }

    @Test
    void thePausesGrowFromOneSecondToThirty() {
        eject(Why.FAILING);
        assertThat(pauseMillis()).isBetween(1000L, 1500L);
        assertThat(pauseMillis()).isBetween(2000L, 3000L);
        assertThat(pauseMillis()).isBetween(4000L, 6000L);
        assertThat(pauseMillis()).isBetween(8000L, 12000L);
        assertThat(pauseMillis()).isBetween(16000L, 24000L);
        assertThat(pauseMillis()).isBetween(20000L, 30000L);
        assertThat(pauseMillis()).isBetween(20000L, 30000L);
    }

    @Test
    void oneThatFailsSoonAgainIsLeftOutForLonger() {
        eject(Why.FAILING);
        circuit.pause();
        circuit.restore(clock.getAsLong());
        clock.forward(Duration.ofSeconds(59));
        eject(Why.FAILING);
        assertThat(pauseMillis()).isBetween(2000L, 3000L);
    }

    @Test
    void aMinuteOfHealthIsForgotten() {
        eject(Why.FAILING);
        circuit.pause();
        circuit.restore(clock.getAsLong());
        clock.forward(Duration.ofSeconds(60));
        eject(Why.FAILING);
        assertThat(pauseMillis()).isBetween(1000L, 1500L);
    }

    @Test
    void anAnswerToWhatBeganSinceRestoresOneThatFailed() {
        eject(Why.FAILING);
        assertThat(succeeded()).isTrue();
        assertThat(circuit.isEjected()).isFalse();
    }

    @Test
    void anAnswerToWhatBeganBeforeDoesNot() {
        long before = clock.getAsLong();
        clock.forward(Duration.ofSeconds(1));
        eject(Why.FAILING);
        assertThat(circuit.succeeded(before, clock.getAsLong())).isFalse();
        assertThat(circuit.isEjected()).isTrue();
    }

    @Test
    void anAnswerDoesNotRestoreOneThatIsSlow() {
        eject(Why.SLOW);
        assertThat(succeeded()).isFalse();
        assertThat(circuit.isEjected()).isTrue();
    }

    @Test
    void itIsEjectedAndRestoredOnce() {
        assertThat(eject(Why.FAILING)).isTrue();
        assertThat(eject(Why.DRAINING)).isFalse();
        assertThat(circuit.restore(clock.getAsLong())).isTrue();
        assertThat(circuit.restore(clock.getAsLong())).isFalse();
    }
}
