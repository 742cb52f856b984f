package io.grape.core.key;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import org.jspecify.annotations.Nullable;

/** The bounds of what limits deliveries, of a key or of a tube. */
public final class KeyLimits {
    /** The maximum of concurrency and burst. */
    public static final int MAX_LEASES = 1_000_000;

    public static final double MIN_PER_SECOND = 0.00001;
    public static final int MAX_PER_SECOND = 1_000_000;
    /** The maximum of jobs and bytes. */
    public static final long MAX_HELD = 1_000_000_000_000_000L;

    private KeyLimits() {}

    /** Fails with BAD_REQUEST if a limit is out of bounds, or there is a burst without a rate. */
    public static void check(
            String prefix,
            @Nullable Integer concurrency,
            @Nullable Double perSecond,
            @Nullable Integer burst,
            @Nullable Long maxJobs) {
        check(prefix + "concurrency", concurrency, MAX_LEASES);
        check(prefix + "burst", burst, MAX_LEASES);
        check(prefix + "maxJobs", maxJobs, MAX_HELD);
        if (perSecond != null && !(perSecond >= MIN_PER_SECOND && perSecond <= MAX_PER_SECOND)) {
            throw GrapeException.badValue(prefix + "perSecond", "a number from 0.00001 to 1000000", perSecond);
        }
        if (burst != null && perSecond == null) {
            throw GrapeException.badValue(prefix + "burst", "it with perSecond", "it alone");
        }
    }

    /** Fails with BAD_REQUEST unless the value is null or from 1 to a maximum. */
    public static void check(String name, @Nullable Number value, long most) {
        if (value != null) {
            Limits.checked(name, value.longValue(), 1, most);
        }
    }
}
