package io.grape.core.key;

import static io.grape.catalog.KeyFields.BURST;
import static io.grape.catalog.KeyFields.CONCURRENCY;
import static io.grape.catalog.KeyFields.FAIR;
import static io.grape.catalog.KeyFields.FAIR_BY;
import static io.grape.catalog.KeyFields.MAX_JOBS;
import static io.grape.catalog.KeyFields.ON_FAILURE;
import static io.grape.catalog.KeyFields.ORDERED;
import static io.grape.catalog.KeyFields.PER_SECOND;
import static io.grape.catalog.KeyFields.SCHEMA;

import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import org.jspecify.annotations.Nullable;

/**
 * How the keys of a tube share it, as {@link io.grape.catalog.KeyFields} declares it; null = no limit. The {@code order} is two fields on
 * the wire, {@code fair} and {@code fairBy}.
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
        Values given = SCHEMA.validated(
                values(order, concurrency, perSecond, burst, ordered, onFailure, maxJobs),
                "keys.",
                GrapeException::badValue);
        concurrency = given.find(CONCURRENCY);
        burst = given.find(BURST);
    }

    public static KeySettings of(Values values) {
        return values.isEmpty()
                ? OFF
                : new KeySettings(
                        !values.get(FAIR)
                                ? KeyOrder.DUE_TIME
                                : values.get(FAIR_BY).equals("time") ? KeyOrder.TIME : KeyOrder.JOBS,
                        values.find(CONCURRENCY),
                        values.find(PER_SECOND),
                        values.find(BURST),
                        values.get(ORDERED),
                        values.get(ON_FAILURE).equals("block") ? OnFailure.BLOCK : OnFailure.SKIP,
                        values.find(MAX_JOBS));
    }

    public Values values() {
        return isOff() ? Values.NONE : values(order, concurrency, perSecond, burst, ordered, onFailure, maxJobs);
    }

    private static Values values(
            KeyOrder order,
            @Nullable Integer concurrency,
            @Nullable Double perSecond,
            @Nullable Integer burst,
            boolean ordered,
            OnFailure onFailure,
            @Nullable Long maxJobs) {
        return Values.NONE
                .with(FAIR, order != KeyOrder.DUE_TIME)
                .with(FAIR_BY, order == KeyOrder.DUE_TIME ? null : order == KeyOrder.TIME ? "time" : "jobs")
                .with(CONCURRENCY, concurrency)
                .with(PER_SECOND, perSecond)
                .with(BURST, burst)
                .with(MAX_JOBS, maxJobs)
                .with(ORDERED, ordered)
                .with(ON_FAILURE, ordered || onFailure == OnFailure.BLOCK ? wireName(onFailure) : null);
    }

    private static String wireName(OnFailure onFailure) {
        return onFailure == OnFailure.BLOCK ? "block" : "skip";
    }

    public boolean isOff() {
        return order == KeyOrder.OFF;
    }
}
