package io.grape.core.tube;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
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
    /** The maximum of concurrency and burst. */
    public static final int MAX_LEASES = 1_000_000;

    public static final double MIN_PER_SECOND = 0.00001;
    public static final int MAX_PER_SECOND = 1_000_000;
    /** The maximum of jobs and bytes. */
    public static final long MAX_HELD = 1_000_000_000_000_000L;

    public TubeLimits {
        check("limits.concurrency", concurrency, MAX_LEASES);
        check("limits.burst", burst, MAX_LEASES);
        check("limits.maxJobs", maxJobs, MAX_HELD);
        check("limits.maxBytes", maxBytes, MAX_HELD);
        if (perSecond != null && !(perSecond >= MIN_PER_SECOND && perSecond <= MAX_PER_SECOND)) {
            throw GrapeException.badValue("limits.perSecond", "a number from 0.00001 to 1000000", perSecond);
        }
        if (burst != null && perSecond == null) {
            throw GrapeException.badValue("limits.burst", "it with perSecond", "it alone");
        }
        burst = burst == null && perSecond != null ? Integer.valueOf(1) : burst;
    }

    private static void check(String name, @Nullable Number value, long most) {
        if (value != null) {
            Limits.checked(name, value.longValue(), 1, most);
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
