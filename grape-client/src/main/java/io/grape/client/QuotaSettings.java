package io.grape.client;

import static io.grape.catalog.QuotaFields.CONSUME;
import static io.grape.catalog.QuotaFields.IN_FLIGHT;
import static io.grape.catalog.QuotaFields.PRODUCE;
import static io.grape.catalog.QuotaFields.SCHEMA;
import static io.grape.catalog.QuotaRateFields.BURST;
import static io.grape.catalog.QuotaRateFields.PER_SECOND;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.Values;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much one client may do: {@code QuotaSettings.NONE.produce(100, 200).inFlight(20)}. Immutable; null = no limit. At
 * least one limit is needed. Source: {@code docs/http.md#quotas}.
 *
 * @param produce jobs that it produces
 * @param consume jobs that are delivered to it
 * @param inFlight its leases and running calls at the same time, including consumes that wait, 1 to 1,000,000
 */
public record QuotaSettings(
        @Nullable Rate produce,
        @Nullable Rate consume,
        @Nullable Integer inFlight) {
    /** No limits. */
    public static final QuotaSettings NONE = new QuotaSettings(null, null, null);

    /**
     * Jobs per second.
     *
     * @param perSecond in the long run, 0.00001 to 1,000,000
     * @param burst jobs at once after a pause, 1 to 1,000,000; null = {@code perSecond} without its fraction, at least 1
     */
    public record Rate(double perSecond, @Nullable Integer burst) {
        private static @Nullable Rate of(@Nullable Values values) {
            Double perSecond = values == null ? null : values.find(PER_SECOND);
            return values == null || perSecond == null ? null : new Rate(perSecond, values.find(BURST));
        }

        private Values values() {
            return Values.NONE.with(PER_SECOND, perSecond).with(BURST, burst);
        }
    }

    /** Reads the fields of a {@code PUT /v1/quotas/{name}}. Ignores fields that this version of the client does not know. */
    public static QuotaSettings fromJson(JsonNode json) {
        Values values = SCHEMA.readLeniently(new JsonSource(json));
        return new QuotaSettings(Rate.of(values.find(PRODUCE)), Rate.of(values.find(CONSUME)), values.find(IN_FLIGHT));
    }

    /** Returns the fields of a {@code PUT /v1/quotas/{name}}: numbers and maps of numbers. Those that are null are left out. */
    public Map<String, Object> toJson() {
        return SCHEMA.toJson(Values.NONE
                .with(PRODUCE, produce == null ? null : produce.values())
                .with(CONSUME, consume == null ? null : consume.values())
                .with(IN_FLIGHT, inFlight));
    }

    /** The same with at most {@code perSecond} produced jobs per second. */
    public QuotaSettings produce(double perSecond) {
        return new QuotaSettings(new Rate(perSecond, null), consume, inFlight);
    }

    /** The same with at most {@code perSecond} produced jobs per second, and up to {@code burst} at once after a pause. */
    public QuotaSettings produce(double perSecond, int burst) {
        return new QuotaSettings(new Rate(perSecond, burst), consume, inFlight);
    }

    /** The same with at most {@code perSecond} delivered jobs per second. */
    public QuotaSettings consume(double perSecond) {
        return new QuotaSettings(produce, new Rate(perSecond, null), inFlight);
    }

    /** The same with at most {@code perSecond} delivered jobs per second, and up to {@code burst} at once after a pause. */
    public QuotaSettings consume(double perSecond, int burst) {
        return new QuotaSettings(produce, new Rate(perSecond, burst), inFlight);
    }

    /** The same with at most {@code limit} leases and running calls at the same time. */
    public QuotaSettings inFlight(int limit) {
        return new QuotaSettings(produce, consume, limit);
    }
}
