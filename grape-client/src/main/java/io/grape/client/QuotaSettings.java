package io.grape.client;

import org.jspecify.annotations.Nullable;

/**
 * How much one client may do: {@code QuotaSettings.NONE.produce(100, 200).inFlight(20)}. Immutable; null = no limit. At
 * least one limit is needed. Source: {@code docs/http.md#quotas}.
 *
 * @param produce jobs that it produces
 * @param consume jobs that are delivered to it
 * @param inFlight its leases and its running calls at the same moment, 1 to 1,000,000; a consume that waits is a running
 *     call
 */
public record QuotaSettings(
        @Nullable Rate produce,
        @Nullable Rate consume,
        @Nullable Integer inFlight) {
    /** No limits. */
    public static final QuotaSettings NONE = new QuotaSettings(null, null, null);

    /**
     * Jobs a second.
     *
     * @param perSecond in the long run, 0.00001 to 1,000,000
     * @param burst at the same moment after a rest, 1 to 1,000,000; null = as many as a second, at least 1
     */
    public record Rate(double perSecond, @Nullable Integer burst) {}

    /** The same with at most so many produced jobs a second. */
    public QuotaSettings produce(double perSecond) {
        return new QuotaSettings(new Rate(perSecond, null), consume, inFlight);
    }

    /** The same with at most so many produced jobs a second, and so many at the same moment after a rest. */
    public QuotaSettings produce(double perSecond, int burst) {
        return new QuotaSettings(new Rate(perSecond, burst), consume, inFlight);
    }

    /** The same with at most so many delivered jobs a second. */
    public QuotaSettings consume(double perSecond) {
        return new QuotaSettings(produce, new Rate(perSecond, null), inFlight);
    }

    /** The same with at most so many delivered jobs a second, and so many at the same moment after a rest. */
    public QuotaSettings consume(double perSecond, int burst) {
        return new QuotaSettings(produce, new Rate(perSecond, burst), inFlight);
    }

    /** The same with at most so many leases and running calls at the same moment. */
    public QuotaSettings inFlight(int most) {
        return new QuotaSettings(produce, consume, most);
    }
}
