package io.grape.client;

import io.grape.catalog.KeyFields;
import io.grape.catalog.Values;
import org.jspecify.annotations.Nullable;

/**
 * How the keys of a tube share it: {@code KeySettings.FAIR.concurrency(5).rate(10, 20)}. Immutable; null = no limit.
 * Source: {@code docs/http.md#keys-of-a-tube}.
 *
 * @param concurrency leases of one key at the same time, 1 to 1,000,000; 1 if ordered
 * @param perSecond deliveries of one key per second, 0.00001 to 1,000,000
 * @param burst deliveries of one key at once after a pause, 1 to 1,000,000; null = 1
 * @param ordered true if jobs of one key and priority never overtake each other
 * @param onFailure what happens to the jobs behind a failed one, if ordered
 * @param maxJobs live jobs of one key, except failed ones; a produce beyond it fails with {@link ErrorCode#TUBE_FULL}
 */
public record KeySettings(
        Order order,
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        boolean ordered,
        OnFailure onFailure,
        @Nullable Long maxJobs) {
    /** The order in which the jobs of different keys are delivered. */
    public enum Order {
        /** The tube has no keys: the keys of jobs have no effect. */
        OFF,
        /** By due time; keys have limits only. */
        DUE_TIME,
        /** In turn: each key gets the same number of jobs, times its weight. */
        JOBS,
        /** In turn: each key gets the same run time, times its weight. */
        TIME
    }

    /** What happens to the jobs behind a failed one of the same key, in an ordered tube. */
    public enum OnFailure {
        /** They are delivered as if it had finished. */
        SKIP,
        /** They wait until the failed job is kicked, discarded or deleted. */
        BLOCK
    }

    /** The tube has no keys. */
    public static final KeySettings OFF = new KeySettings(Order.OFF, null, null, null, false, OnFailure.SKIP, null);

    /** The keys take turns, without limits. */
    public static final KeySettings FAIR = OFF.order(Order.JOBS);

    /** The same with another order. */
    public KeySettings order(Order value) {
        return new KeySettings(value, concurrency, perSecond, burst, ordered, onFailure, maxJobs);
    }

    /** The same with at most {@code value} leases of one key at the same time. */
    public KeySettings concurrency(int value) {
        return new KeySettings(order, value, perSecond, burst, ordered, onFailure, maxJobs);
    }

    /**
     * The same with at most {@code deliveriesPerSecond} deliveries of one key per second, and up to {@code maxAtOnce} at once after a
     * pause.
     */
    public KeySettings rate(double deliveriesPerSecond, int maxAtOnce) {
        return new KeySettings(order, concurrency, deliveriesPerSecond, maxAtOnce, ordered, onFailure, maxJobs);
    }

    /** The same, but the jobs of one key and priority run one at a time, in their order. */
    public KeySettings ordered(OnFailure failure) {
        return new KeySettings(order, 1, perSecond, burst, true, failure, maxJobs);
    }

    /** The same with at most {@code value} live jobs of one key. */
    public KeySettings maxJobs(long value) {
        return new KeySettings(order, concurrency, perSecond, burst, ordered, onFailure, value);
    }

    static KeySettings of(Values values) {
        if (values.isEmpty()) {
            return OFF;
        }
        Order fair = values.get(KeyFields.FAIR_BY).equals("time") ? Order.TIME : Order.JOBS;
        return new KeySettings(
                values.get(KeyFields.FAIR) ? fair : Order.DUE_TIME,
                values.find(KeyFields.CONCURRENCY),
                values.find(KeyFields.PER_SECOND),
                values.find(KeyFields.BURST),
                values.get(KeyFields.ORDERED),
                values.get(KeyFields.ON_FAILURE).equals("block") ? OnFailure.BLOCK : OnFailure.SKIP,
                values.find(KeyFields.MAX_JOBS));
    }

    Values values() {
        return order == Order.OFF
                ? Values.NONE
                : Values.NONE
                        .with(KeyFields.FAIR, order != Order.DUE_TIME)
                        .with(KeyFields.FAIR_BY, order == Order.DUE_TIME ? null : order == Order.TIME ? "time" : "jobs")
                        .with(KeyFields.CONCURRENCY, concurrency)
                        .with(KeyFields.PER_SECOND, perSecond)
                        .with(KeyFields.BURST, burst)
                        .with(KeyFields.MAX_JOBS, maxJobs)
                        .with(KeyFields.ORDERED, ordered)
                        .with(KeyFields.ON_FAILURE, onFailure == OnFailure.BLOCK ? "block" : "skip");
    }
}
