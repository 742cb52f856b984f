package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private final Backoff backoff = new Backoff(new Random(7));

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "3, 400", "5, 1600", "6, 2000", "1000, 2000"})
    void aPauseIsAtRandomUpToABoundThatDoubles(int retry, long mostMillis) {
        long[] pauses = IntStream.range(0, 1000)
                .mapToLong(i -> Duration.ofNanos(backoff.before(retry)).toMillis())
                .sorted()
                .toArray();

        assertThat(pauses[0]).isBetween(0L, mostMillis / 10);
        assertThat(pauses[500]).isBetween(mostMillis * 4 / 10, mostMillis * 6 / 10);
        assertThat(pauses[999]).isBetween(mostMillis * 9 / 10, mostMillis);
    }
}
