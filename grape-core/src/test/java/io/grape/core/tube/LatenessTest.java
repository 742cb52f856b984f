package io.grape.core.tube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenessTest {
    private static Lateness in(int of, long count) {
        return Lateness.of(LongStream.rangeClosed(0, of).map(at -> at == of ? count : 0));
    }

    @Test
    void aLatenessIsInTheClassThatItDoesNotExceed() {
        assertThat(List.of(-1L, 0L, 1L, 2L, 3L, 500L, 501L, 21_600_000L))
                .extracting(millis -> Lateness.classOf(Duration.ofMillis(millis)))
                .containsExactly(0, 0, 0, 1, 2, 8, 9, 18);
        assertThat(Lateness.classOf(Duration.ofDays(90))).isEqualTo(Lateness.CLASSES - 1);
    }

    @Test
    void aShareIsToldByTheBoundOfItsClassAndNeverByATimeWithinIt() {
        Lateness hundred = in(6, 100);
        assertThat(hundred.boundMillis(0.01)).hasValue(100);
        assertThat(hundred.boundMillis(0.99)).hasValue(100);
        assertThat(hundred.plus(in(0, 900)).boundMillis(0.5)).hasValue(1);
        assertThat(in(17, 1).boundMillis(0.5)).hasValue(3_600_000);
    }

    @Test
    void whatHasNoEndIsCalledSixHours() {
        assertThat(in(Lateness.CLASSES - 1, 1).boundMillis(0.5)).hasValue(Lateness.LONGEST_TOLD);
    }

    @Test
    void withoutADeliveryThereIsNoLateness() {
        assertThat(Lateness.NONE.boundMillis(0.5)).isEmpty();
        assertThat(Lateness.NONE.plus(Lateness.NONE).count()).isZero();
    }

    @Test
    void sumsCountEveryClass() {
        assertThat(in(2, 3).plus(in(5, 4))).isEqualTo(new Lateness(List.of(0L, 0L, 3L, 0L, 0L, 4L)));
    }
}
