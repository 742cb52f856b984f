package io.grape.client;

import static io.grape.catalog.KeyOverrideFields.BURST;
import static io.grape.catalog.KeyOverrideFields.CONCURRENCY;
import static io.grape.catalog.KeyOverrideFields.MAX_JOBS;
import static io.grape.catalog.KeyOverrideFields.PAUSED;
import static io.grape.catalog.KeyOverrideFields.PER_SECOND;
import static io.grape.catalog.KeyOverrideFields.SCHEMA;
import static io.grape.catalog.KeyOverrideFields.WEIGHT;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.Values;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one key that replace those of its tube: {@code KeyOverride.NONE.weight(5).concurrency(20)}. Immutable; null = as the tube
 * has it. Source: {@code docs/http.md#keys-of-a-tube}.
 *
 * @param weight its share in relation to other keys, 0.01 to 1,000; null = the weight of a produce, or 1
 * @param concurrency as of {@link KeySettings}
 * @param perSecond as of {@link KeySettings}
 * @param burst as of {@link KeySettings}
 * @param maxJobs as of {@link KeySettings}
 * @param paused true if none of its jobs is delivered
 */
public record KeyOverride(
        @Nullable Double weight,
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        boolean paused) {
    /** Replaces nothing. */
    public static final KeyOverride NONE = new KeyOverride(null, null, null, null, null, false);

    /** The same with another share. */
    public KeyOverride weight(double value) {
        return new KeyOverride(value, concurrency, perSecond, burst, maxJobs, paused);
    }

    /** The same with at most {@code value} leases at the same time. */
    public KeyOverride concurrency(int value) {
        return new KeyOverride(weight, value, perSecond, burst, maxJobs, paused);
    }

    /** The same with at most {@code deliveriesPerSecond} deliveries per second, and up to {@code maxAtOnce} at once after a pause. */
    public KeyOverride rate(double deliveriesPerSecond, int maxAtOnce) {
        return new KeyOverride(weight, concurrency, deliveriesPerSecond, maxAtOnce, maxJobs, paused);
    }

    /** The same with at most {@code value} live jobs. */
    public KeyOverride maxJobs(long value) {
        return new KeyOverride(weight, concurrency, perSecond, burst, value, paused);
    }

    /** The same, paused or not. */
    public KeyOverride paused(boolean value) {
        return new KeyOverride(weight, concurrency, perSecond, burst, maxJobs, value);
    }

    /** Reads the fields of a {@code PUT /v1/tubes/{tube}/keys/{key}}, or of its response. */
    static KeyOverride fromJson(JsonNode json) {
        Values values = SCHEMA.readLeniently(new JsonSource(json));
        return new KeyOverride(
                values.find(WEIGHT),
                values.find(CONCURRENCY),
                values.find(PER_SECOND),
                values.find(BURST),
                values.find(MAX_JOBS),
                values.get(PAUSED));
    }

    /** Returns the fields of a {@code PUT /v1/tubes/{tube}/keys/{key}}: numbers and a boolean. Those that are null are left out. */
    public Map<String, Object> toJson() {
        return SCHEMA.toJson(Values.NONE
                .with(WEIGHT, weight)
                .with(CONCURRENCY, concurrency)
                .with(PER_SECOND, perSecond)
                .with(BURST, burst)
                .with(MAX_JOBS, maxJobs)
                .with(PAUSED, paused));
    }
}
