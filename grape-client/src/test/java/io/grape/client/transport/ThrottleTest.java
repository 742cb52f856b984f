package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final int MANY = 100_000;

    private final SetClock clock = new SetClock();
    private final Throttle throttle = new Throttle(new Random(7));

    private void responded(int accepted, int shed) {
        responded(throttle, accepted, shed);
    }

    private void responded(Throttle one, int accepted, int shed) {
        IntStream.range(0, accepted).forEach(i -> one.responded(true, clock.getAsLong()));
        IntStream.range(0, shed).forEach(i -> one.responded(false, clock.getAsLong()));
    }

    /** The share of first attempts that are held back, after so many responses. */
    private double shareHeldBack(int accepted, int shed) {
        Random random = new Random(7);
        int held = 0;
        for (int i = 0; i < MANY / 100; i++) {
            Throttle one = new Throttle(random);
            one.holdsBack(clock.getAsLong());
            responded(one, accepted, shed);
            held += one.holdsBack(clock.getAsLong()) ? 1 : 0;
        }
        return held * 100.0 / MANY;
    }

    private boolean holdsBack() {
        return throttle.holdsBack(clock.getAsLong());
    }

    @Test
    void nothingIsHeldBackWhileABrokerAcceptsHalf() {
        responded(50, 50);
        assertThat(IntStream.range(0, 1000).filter(i -> holdsBack())).isEmpty();
    }

    @Test
    void theShareIsThatOfTheFormula() {
        assertThat(shareHeldBack(0, 1)).isCloseTo(1.0 / 2, within(0.05));
        assertThat(shareHeldBack(10, 40)).isCloseTo(30.0 / 51, within(0.05));
        assertThat(shareHeldBack(0, 99)).isCloseTo(99.0 / 100, within(0.05));
    }

    /** Of a broker that accepts nothing, few hear: 1/(n+1) of the n-th attempt. */
    @Test
    void whatIsHeldBackCountsAsARequest() {
        int sent = 0;
        for (int i = 0; i < MANY; i++) {
            if (!holdsBack()) {
                sent++;
                responded(0, 1);
            }
        }
        assertThat(sent).isBetween(2, 50);
    }

    /** Of a broker that accepts a part, about twice as many hear as it accepts. */
    @Test
    void aboutTwiceAsManyAreSentAsAreAccepted() {
        int sent = 0;
        int accepted = 0;
        for (int i = 0; i < MANY; i++) {
            if (i % (MANY / 100) == 0) {
                clock.forward(Duration.ofSeconds(1));
            }
            if (!holdsBack()) {
                sent++;
                boolean accepts = accepted * 10 < i;
                accepted += accepts ? 1 : 0;
                throttle.responded(accepts, clock.getAsLong());
            }
        }
        assertThat(accepted).isCloseTo(MANY / 10, within(MANY / 100));
        assertThat((double) sent / accepted).isCloseTo(2, within(0.2));
    }

    @Test
    void afterTwoSecondsWithoutAnyOnePasses() {
        holdsBack();
        responded(0, MANY);
        for (int i = 0; i < 14; i++) {
            clock.forward(Duration.ofMillis(1999));
            assertThat(holdsBack()).isTrue();
            clock.forward(Duration.ofMillis(1));
            assertThat(holdsBack()).isFalse();
            assertThat(holdsBack()).isTrue();
        }
    }

    @Test
    void whatWasMoreThanThirtySecondsAgoDoesNotCount() {
        responded(0, 1000);
        clock.forward(Duration.ofSeconds(31));
        assertThat(IntStream.range(0, 1000).filter(i -> holdsBack())).isEmpty();
    }
}
