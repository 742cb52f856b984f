package io.grape.core.tube;

import static io.grape.catalog.RetryFields.FACTOR;
import static io.grape.catalog.RetryFields.INITIAL_DELAY;
import static io.grape.catalog.RetryFields.JITTER;
import static io.grape.catalog.RetryFields.MAX_DELAY;
import static io.grape.catalog.RetryFields.SCHEMA;

import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import java.time.Duration;

/**
 * The delay before a job of a tube is delivered again, after its lease expired or it was released without a delay. The delay is
 * {@code first} after the first attempt. It grows by {@code factor} after each further attempt, up to {@code most}. Bounds:
 * {@link io.grape.catalog.RetryFields}.
 *
 * @param jitter the share of the delay that is random; it shortens the delay
 */
public record RetrySettings(Duration first, Duration most, double factor, double jitter) {
    /** The job is ready again at once. */
    public static final RetrySettings NONE = new RetrySettings(Duration.ZERO, Duration.ZERO, 1, 0);

    public RetrySettings {
        if (!first.isZero() || !most.isZero()) {
            SCHEMA.validated(values(first, most, factor, jitter), "retry.", GrapeException::badValue);
        }
    }

    public static RetrySettings of(Values values) {
        return values.isEmpty()
                ? NONE
                : new RetrySettings(
                        values.get(INITIAL_DELAY), values.get(MAX_DELAY), values.get(FACTOR), values.get(JITTER));
    }

    Values values() {
        return isNone() ? Values.NONE : values(first, most, factor, jitter);
    }

    private static Values values(Duration first, Duration most, double factor, double jitter) {
        return Values.NONE
                .with(INITIAL_DELAY, first)
                .with(MAX_DELAY, most)
                .with(FACTOR, factor)
                .with(JITTER, jitter);
    }

    public boolean isNone() {
        return first.isZero() && most.isZero();
    }
}
