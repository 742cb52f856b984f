package io.grape.core.tube;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.time.Duration;

/**
 * After which delay a job of a tube is tried again if its lease expired, or if it was released without a delay. The
 * delay is {@code first} after the first execution. It is {@code factor} times as long after each further one, up to
 * {@code most}.
 *
 * @param first 1 ms to 2^32-1 s
 * @param most {@code first} to 2^32-1 s
 * @param factor 1 to 100
 * @param jitter the share of the delay that is random, 0 to 1; it shortens the delay
 */
public record RetrySettings(Duration first, Duration most, double factor, double jitter) {
    /** The job is tried again at once. */
    public static final RetrySettings NONE = new RetrySettings(Duration.ZERO, Duration.ZERO, 1, 0);

    public static final Duration DEFAULT_MOST = Duration.ofHours(12);
    public static final double DEFAULT_FACTOR = 2;
    public static final double DEFAULT_JITTER = 0.5;
    public static final int MAX_FACTOR = 100;

    public RetrySettings {
        if (!first.isZero() || !most.isZero()) {
            long longest = Limits.MAX_DURATION.toMillis();
            Limits.checked("retry.firstMs", first.toMillis(), 1, longest);
            Limits.checked("retry.mostMs", most.toMillis(), first.toMillis(), longest);
        }
        if (!(factor >= 1 && factor <= MAX_FACTOR)) {
            throw GrapeException.badValue("retry.factor", "a number from 1 to " + MAX_FACTOR, factor);
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw GrapeException.badValue("retry.jitter", "a number from 0 to 1", jitter);
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
