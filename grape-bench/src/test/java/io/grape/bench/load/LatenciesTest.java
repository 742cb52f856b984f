package io.grape.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void aPercentileIsTheSmallestValueThatAsManyDoNotExceed() {
        Latencies latencies = new Latencies();
        for (long value = 5_000; value > 0; value--) {
            latencies.add(value);
        }
        assertThat(latencies.count()).isEqualTo(5_000);
        assertThat(latencies.percentile(0.5)).isEqualTo(2_500);
        assertThat(latencies.percentile(0.99)).isEqualTo(4_950);
        assertThat(latencies.percentile(1)).isEqualTo(5_000);
        assertThat(latencies.percentile(0)).isEqualTo(1);
    }

    @Test
    void whatIsAddedAfterALookCounts() {
        Latencies latencies = new Latencies();
        latencies.add(5);
        assertThat(latencies.percentile(0.5)).isEqualTo(5);
        latencies.add(1);
        assertThat(latencies.percentile(0.5)).isEqualTo(1);
    }

    @Test
    void longTimesAreSeenToATenThousandth() {
        Latencies latencies = new Latencies();
        latencies.add(60_000_000_000L);
        assertThat(latencies.percentile(1)).isCloseTo(6e10, withinPercentage(0.01));
    }

    @Test
    void whatClocksThatDifferMakeNegativeIsNothing() {
        Latencies latencies = new Latencies();
        latencies.add(-3);
        assertThat(latencies.count()).isEqualTo(1);
        assertThat(latencies.percentile(1)).isZero();
    }

    @Test
    void nothingHasNoPercentile() {
        assertThat(new Latencies().percentile(0.5)).isNaN();
    }
}
