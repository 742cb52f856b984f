package io.grape.core.quota;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs a second.
 *
 * @param perSecond jobs a second, {@value #MIN_PER_SECOND} to 1,000,000
 * @param burst jobs at the same moment after a rest, 1 to 1,000,000
 */
public record QuotaRate(double perSecond, int burst) {
    public static final double MIN_PER_SECOND = 0.00001;
    public static final int MAX_PER_SECOND = 1_000_000;
    public static final int MAX_BURST = 1_000_000;

    /**
     * A rate, if it is valid; fails with BAD_REQUEST.
     *
     * @param prefix what stands before a name in the message, such as {@code produce.}
     * @param burst null = as many as a second, at least 1
     */
    public static QuotaRate of(String prefix, double perSecond, @Nullable Long burst) {
        if (!(perSecond >= MIN_PER_SECOND && perSecond <= MAX_PER_SECOND)) {
            throw GrapeException.badValue(prefix + "perSecond", "a number from 0.00001 to 1000000", perSecond);
        }
        long jobs = burst == null ? Math.max(1, (long) perSecond) : burst;
        return new QuotaRate(perSecond, (int) Limits.checked(prefix + "burst", jobs, 1, MAX_BURST));
    }
}
