package io.grape.core.key;

import io.grape.core.GrapeException;
import org.jspecify.annotations.Nullable;

/**
 * What one key of a tube has instead of the tube's settings; null = as the tube says.
 *
 * @param weight its share beside other keys, 0.01 to 1,000; null = that of a produce, else 1
 * @param concurrency as of {@link KeySettings}
 * @param perSecond as of {@link KeySettings}
 * @param burst as of {@link KeySettings}
 * @param maxJobs as of {@link KeySettings}
 * @param paused true if none of its jobs is delivered
 */
public record KeyOverride(
        @Nullable Double weight,
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        boolean paused) {
    public static final KeyOverride NONE = new KeyOverride(null, null, null, null, null, false);

    public static final double MIN_WEIGHT = 0.01;
    public static final int MAX_WEIGHT = 1000;

    public KeyOverride {
        KeyLimits.check("", concurrency, perSecond, burst, maxJobs);
        if (weight != null) {
            checkWeight(weight);
        }
        burst = burst == null && perSecond != null ? Integer.valueOf(1) : burst;
    }

    /** Fails with BAD_REQUEST if a weight is out of bounds. */
    public static void checkWeight(double weight) {
        if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
            throw GrapeException.badValue("weight", "a number from 0.01 to 1000", weight);
        }
    }
}
