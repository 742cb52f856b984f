package io.grape.client;

import org.jspecify.annotations.Nullable;

/**
 * What one key of a tube has instead of the tube's settings: {@code KeyOverride.NONE.weight(5).concurrency(20)}.
 * Immutable; null = as the tube says. Source: {@code docs/http.md#keys-of-a-tube}.
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
    /** Everything as the tube says. */
    public static final KeyOverride NONE = new KeyOverride(null, null, null, null, null, false);

    /** The same with another share. */
    public KeyOverride weight(double value) {
        return new KeyOverride(value, concurrency, perSecond, burst, maxJobs, paused);
    }

    /** The same with at most so many leases at the same time. */
    public KeyOverride concurrency(int value) {
        return new KeyOverride(weight, value, perSecond, burst, maxJobs, paused);
    }

    /** The same with at most so many deliveries a second, and so many at the same moment after a rest. */
    public KeyOverride rate(double deliveriesPerSecond, int mostAtOnce) {
        return new KeyOverride(weight, concurrency, deliveriesPerSecond, mostAtOnce, maxJobs, paused);
    }

    /** The same with at most so many live jobs. */
    public KeyOverride maxJobs(long value) {
        return new KeyOverride(weight, concurrency, perSecond, burst, value, paused);
    }

    /** The same, paused or not. */
    public KeyOverride paused(boolean value) {
        return new KeyOverride(weight, concurrency, perSecond, burst, maxJobs, value);
    }
}
