package io.grape.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianIsTheMiddleOfAnOddNumber() {
        assertThat(Spread.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new Spread(5, 1, 9));
    }

    @Test
    void theMedianLiesBetweenTheMiddleTwoOfAnEvenNumber() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(new Spread(3, 1, 100));
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isShownWithItsBounds() {
        assertThat(Spread.of(List.of(1234.6, 1000.4, 2.346))).hasToString("1,000 (2.35-1,235)");
        assertThat(Spread.of(List.of(0.25))).hasToString("0.25");
        assertThat(Spread.of(List.of(Double.NaN))).hasToString("-");
    }
}
