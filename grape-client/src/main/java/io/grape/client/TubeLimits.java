package io.grape.client;

import io.grape.catalog.LimitFields;
import io.grape.catalog.Values;
import org.jspecify.annotations.Nullable;

/**
 * How much a tube delivers and holds: {@code TubeLimits.NONE.concurrency(5).rate(10, 20)}. Immutable; null = no limit.
 * Source: {@code docs/http.md#limits-of-a-tube}.
 *
 * @param concurrency leases at the same time, 1 to 1,000,000
 * @param perSecond deliveries per second, 0.00001 to 1,000,000
 * @param burst deliveries at once after a pause, 1 to 1,000,000; null = 1
 * @param maxJobs live jobs of every state; a produce beyond it fails with {@link ErrorCode#TUBE_FULL}
 * @param maxBytes bytes of live jobs: payloads, headers, keys and labels; a produce beyond it fails, too
 */
public record TubeLimits(
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        @Nullable Long maxBytes) {
    /** No limits. */
    public static final TubeLimits NONE = new TubeLimits(null, null, null, null, null);

    /** The same with at most {@code value} leases at the same time. */
    public TubeLimits concurrency(int value) {
        return new TubeLimits(value, perSecond, burst, maxJobs, maxBytes);
    }

    /** The same with at most {@code deliveriesPerSecond} deliveries per second, and up to {@code maxAtOnce} at once after a pause. */
    public TubeLimits rate(double deliveriesPerSecond, int maxAtOnce) {
        return new TubeLimits(concurrency, deliveriesPerSecond, maxAtOnce, maxJobs, maxBytes);
    }

    /** The same with at most {@code value} live jobs. */
    public TubeLimits maxJobs(long value) {
        return new TubeLimits(concurrency, perSecond, burst, value, maxBytes);
    }

    /** The same with at most {@code value} bytes of live jobs. */
    public TubeLimits maxBytes(long value) {
        return new TubeLimits(concurrency, perSecond, burst, maxJobs, value);
    }

    static TubeLimits of(Values values) {
        return new TubeLimits(
                values.find(LimitFields.CONCURRENCY),
                values.find(LimitFields.PER_SECOND),
                values.find(LimitFields.BURST),
                values.find(LimitFields.MAX_JOBS),
                values.find(LimitFields.MAX_BYTES));
    }

    Values values() {
        return Values.NONE
                .with(LimitFields.CONCURRENCY, concurrency)
                .with(LimitFields.PER_SECOND, perSecond)
                .with(LimitFields.BURST, burst)
                .with(LimitFields.MAX_JOBS, maxJobs)
                .with(LimitFields.MAX_BYTES, maxBytes);
    }
}
