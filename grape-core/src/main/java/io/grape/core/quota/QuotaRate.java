package io.grape.core.quota;

import static io.grape.catalog.QuotaRateFields.BURST;
import static io.grape.catalog.QuotaRateFields.PER_SECOND;

import io.grape.catalog.Values;

/** A rate of jobs, as {@link io.grape.catalog.QuotaRateFields} declares it. */
public record QuotaRate(double perSecond, int burst) {
    static QuotaRate of(Values values) {
        return new QuotaRate(values.get(PER_SECOND), values.get(BURST));
    }

    Values values() {
        return Values.NONE.with(PER_SECOND, perSecond).with(BURST, burst);
    }
}
