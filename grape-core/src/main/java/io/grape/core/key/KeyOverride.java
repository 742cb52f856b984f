package io.grape.core.key;

import static io.grape.catalog.KeyOverrideFields.BURST;
import static io.grape.catalog.KeyOverrideFields.CONCURRENCY;
import static io.grape.catalog.KeyOverrideFields.MAX_JOBS;
import static io.grape.catalog.KeyOverrideFields.PAUSED;
import static io.grape.catalog.KeyOverrideFields.PER_SECOND;
import static io.grape.catalog.KeyOverrideFields.SCHEMA;
import static io.grape.catalog.KeyOverrideFields.WEIGHT;

import io.grape.catalog.SharedBounds;
import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one key that replace those of its tube, as {@link io.grape.catalog.KeyOverrideFields} declares them; null = as the tube has
 * it.
 *
 * @param weight its share in relation to other keys; null = the weight of a produce, or 1
 * @param paused true if none of its jobs is delivered
 */
public record KeyOverride(
        @Nullable Double weight,
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        boolean paused) {
    public static final KeyOverride NONE = new KeyOverride(null, null, null, null, null, false);

    public KeyOverride {
        Values given = values(weight, concurrency, perSecond, burst, maxJobs, paused);
        burst = SCHEMA.validated(given, "", GrapeException::badValue).find(BURST);
    }

    public static KeyOverride of(Values values) {
        return new KeyOverride(
                values.find(WEIGHT),
                values.find(CONCURRENCY),
                values.find(PER_SECOND),
                values.find(BURST),
                values.find(MAX_JOBS),
                values.get(PAUSED));
    }

    public Values values() {
        return values(weight, concurrency, perSecond, burst, maxJobs, paused);
    }

    private static Values values(
            @Nullable Double weight,
            @Nullable Integer concurrency,
            @Nullable Double perSecond,
            @Nullable Integer burst,
            @Nullable Long maxJobs,
            boolean paused) {
        return Values.NONE
                .with(WEIGHT, weight)
                .with(CONCURRENCY, concurrency)
                .with(PER_SECOND, perSecond)
                .with(BURST, burst)
                .with(MAX_JOBS, maxJobs)
                .with(PAUSED, paused);
    }

    /** Fails with BAD_REQUEST if the weight of a produced job is out of bounds. */
    public static void checkWeight(double weight) {
        SharedBounds.WEIGHT.validated(weight, "weight", GrapeException::badValue);
    }
}
