package io.grape.client;

import io.grape.catalog.RetryFields;
import io.grape.catalog.Values;
import java.time.Duration;

/**
 * The delay before a job of a tube is delivered again, after its lease expired or it was released without a delay:
 * {@code RetrySettings.exponential(Duration.ofSeconds(5), Duration.ofHours(1))}. Immutable. Source:
 * {@code docs/http.md#retry-of-a-tube}.
 *
 * @param first the delay after the first attempt, 1 ms to 49710 days
 * @param most the longest delay, {@code first} to 49710 days
 * @param factor the factor by which each further delay grows, 1 to 100
 * @param jitter the share of the delay that is random, 0 to 1; it shortens the delay
 */
public record RetrySettings(Duration first, Duration most, double factor, double jitter) {
    /** Jobs are ready again at once. */
    public static final RetrySettings NONE = new RetrySettings(Duration.ZERO, Duration.ZERO, 1, 0);

    /** A delay that doubles with each attempt; half of it is random. */
    public static RetrySettings exponential(Duration first, Duration most) {
        return new RetrySettings(first, most, 2, 0.5);
    }

    /** The same delay after each attempt. */
    public static RetrySettings fixed(Duration delay) {
        return new RetrySettings(delay, delay, 1, 0);
    }

    static RetrySettings of(Values values) {
        Duration first = values.find(RetryFields.INITIAL_DELAY);
        return first == null
                ? NONE
                : new RetrySettings(
                        first,
                        values.get(RetryFields.MAX_DELAY),
                        values.get(RetryFields.FACTOR),
                        values.get(RetryFields.JITTER));
    }

    Values values() {
        return equals(NONE)
                ? Values.NONE
                : Values.NONE
                        .with(RetryFields.INITIAL_DELAY, first)
                        .with(RetryFields.MAX_DELAY, most)
                        .with(RetryFields.FACTOR, factor)
                        .with(RetryFields.JITTER, jitter);
    }
}
