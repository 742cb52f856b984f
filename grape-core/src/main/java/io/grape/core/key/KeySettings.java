package io.grape.core.key;

import io.grape.core.GrapeException;
import org.jspecify.annotations.Nullable;

/**
 * How the keys of a tube share it; null = no limit.
 *
 * @param concurrency leases of one key at the same time, 1 to 1,000,000; 1 if ordered
 * @param perSecond deliveries of one key a second, 0.00001 to 1,000,000
 * @param burst deliveries of one key at the same moment after a rest, 1 to 1,000,000, with {@code perSecond}; null = 1
 * @param ordered true if jobs of one key and priority never overtake each other
 * @param onFailure of an ordered tube
 * @param maxJobs live jobs of one key, but for the failed ones; 1 or more
 */
public record KeySettings(
        KeyOrder order,
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        boolean ordered,
        OnFailure onFailure,
        @Nullable Long maxJobs) {
    public static final KeySettings OFF = new KeySettings(KeyOrder.OFF, null, null, null, false, OnFailure.SKIP, null);

    public KeySettings {
        KeyLimits.check("keys.", concurrency, perSecond, burst, maxJobs);
        burst = burst == null && perSecond != null ? Integer.valueOf(1) : burst;
        if (ordered && concurrency != null && concurrency != 1) {
            throw GrapeException.badValue("keys.concurrency", "1, as the tube is ordered", concurrency);
        }
        if (!ordered && onFailure == OnFailure.BLOCK) {
            throw GrapeException.badValue("keys.onFailure", "skip, as the tube is not ordered", "block");
        }
        concurrency = ordered ? Integer.valueOf(1) : concurrency;
    }

    public boolean isOff() {
        return order == KeyOrder.OFF;
    }
}
