package io.grape.core.tube;

import io.grape.core.key.KeyLimits;
import org.jspecify.annotations.Nullable;

/**
 * How much a tube delivers and holds; null = no limit.
 *
 * @param concurrency leases at the same time, 1 to 1,000,000
 * @param perSecond deliveries a second, 0.00001 to 1,000,000
 * @param burst deliveries at the same moment after a rest, 1 to 1,000,000, with {@code perSecond}; null = 1
 * @param maxJobs live jobs of every state, 1 or more
 * @param maxBytes bytes of live jobs: payloads, headers, keys and labels, 1 or more
 */
public record TubeLimits(
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        @Nullable Long maxBytes) {
    public static final TubeLimits NONE = new TubeLimits(null, null, null, null, null);

    public TubeLimits {
        KeyLimits.check("limits.", concurrency, perSecond, burst, maxJobs);
        KeyLimits.check("limits.maxBytes", maxBytes, KeyLimits.MAX_HELD);
        burst = burst == null && perSecond != null ? Integer.valueOf(1) : burst;
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
