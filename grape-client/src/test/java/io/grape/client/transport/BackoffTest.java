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

    @ParameterizedTest
    @CsvSource({"0, 0, 1000", "1, 1000, 2000", "3, 3000, 6000"})
    void whatWasShedWaitsForWhatIsAskedForAndAtRandomAsLongAgain(long seconds, long leastMillis, long mostMillis) {
        long[] pauses = IntStream.range(0, 1000)
                .mapToLong(i -> Duration.ofNanos(
                                backoff.afterShed(Duration.ofSeconds(seconds).toNanos()))
                        .toMillis())
                .sorted()
                .toArray();

        long tenth = (mostMillis - leastMillis) / 10;
        assertThat(pauses[0]).isBetween(leastMillis, leastMillis + tenth);
        assertThat(pauses[500]).isBetween(leastMillis + 4 * tenth, mostMillis - 4 * tenth);
        assertThat(pauses[999]).isBetween(mostMillis - tenth, mostMillis);
    }
}
