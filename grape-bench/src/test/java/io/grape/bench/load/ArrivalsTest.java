package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** At 1,000 arrivals a second. */
class ArrivalsTest {
    private static final long INTERVAL = 1_000_000;
    private static final long GRACE = Arrivals.GRACE.toNanos();
    private static final long START = System.nanoTime();

    private final Outcomes outcomes = new Outcomes();
    private final Arrivals arrivals = Arrivals.every(1000, outcomes);

    @Test
    void eachIsTakenOnceAndNotBeforeItIsDue() {
        assertThat(arrivals.take(START)).isEqualTo(START);
        assertThat(arrivals.take(START)).isEqualTo(Arrivals.NONE);
        assertThat(arrivals.take(START + INTERVAL - 1)).isEqualTo(Arrivals.NONE);
        assertThat(arrivals.take(START + INTERVAL)).isEqualTo(START + INTERVAL);
    }

    @Test
    void oneThatWaitsForAConnectionIsSentWithinTheGraceAndCountsFromWhenItWasDue() {
        assertThat(arrivals.take(START)).isEqualTo(START);
        assertThat(arrivals.take(START + INTERVAL + GRACE)).isEqualTo(START + INTERVAL);
        assertThat(outcomes.unsent()).isZero();
    }

    @Test
    void oneThatFindsNoConnectionWithinTheGraceIsGone() {
        assertThat(arrivals.take(START)).isEqualTo(START);
        assertThat(arrivals.take(START + 5 * INTERVAL + GRACE)).isEqualTo(START + 5 * INTERVAL);
        assertThat(outcomes.unsent()).isEqualTo(4);
        assertThat(outcomes.all()).isEqualTo(4);
    }

    @Test
    void oneThatWaitedForTheGeneratorWhileAConnectionWasFreeIsSentLate() {
        assertThat(arrivals.take(START)).isEqualTo(START);
        assertThat(arrivals.take(START)).isEqualTo(Arrivals.NONE);
        long late = START + 10 * GRACE;
        assertThat(arrivals.take(late)).isEqualTo(START + INTERVAL);
        assertThat(arrivals.take(late + GRACE)).isEqualTo(START + 2 * INTERVAL);
        assertThat(outcomes.unsent()).isZero();
        assertThat(arrivals.take(late + GRACE + 1)).isEqualTo(late + INTERVAL);
        assertThat(outcomes.unsent()).isEqualTo(198);
    }

    @Test
    void oneOfSeveralClientsBeginsLater() {
        Arrivals second = Arrivals.every(1000, 0.5, outcomes);
        assertThat(second.take(START)).isEqualTo(Arrivals.NONE);
        assertThat(second.take(START + INTERVAL / 2)).isEqualTo(START + INTERVAL / 2);
        assertThat(second.take(START + INTERVAL)).isEqualTo(Arrivals.NONE);
    }

    @Test
    void inAClosedLoopOneIsDueWheneverAConnectionIsFree() {
        Arrivals always = Arrivals.always(outcomes);
        assertThat(always.take(START)).isEqualTo(START);
        assertThat(always.take(START)).isEqualTo(START);
        assertThat(always.take(START + 100 * GRACE)).isEqualTo(START + 100 * GRACE);
        assertThat(outcomes.all()).isZero();
    }

    @Test
    void eachOutcomeIsCountedApart() {
        long patience = Outcomes.PATIENCE.toNanos();
        outcomes.answered(response("201 Created"), patience);
        outcomes.answered(response("201 Created"), patience + 1);
        outcomes.answered(response("503 Service Unavailable\r\nGrape-Overloaded: delay"), 1);
        outcomes.answered(response("503 Service Unavailable"), 1);
        outcomes.answered(response("429 Too Many Requests"), 1);
        assertThat(outcomes.good().count()).isEqualTo(1);
        assertThat(outcomes.lost()).isEqualTo(2);
        assertThat(outcomes.shed()).isEqualTo(1);
        assertThat(outcomes.refused()).isEqualTo(1);
        assertThat(outcomes.all()).isEqualTo(5);
    }

    private static Response response(String statusAndHeaders) {
        byte[] bytes = ("HTTP/1.1 " + statusAndHeaders + "\r\n\r\n").getBytes(ISO_8859_1);
        Response response = new Response();
        response.set(bytes, 0, bytes.length);
        return response;
    }
}
