package io.grape.core.tube;

import static io.grape.catalog.LimitFields.BURST;
import static io.grape.catalog.LimitFields.CONCURRENCY;
import static io.grape.catalog.LimitFields.MAX_BYTES;
import static io.grape.catalog.LimitFields.MAX_JOBS;
import static io.grape.catalog.LimitFields.PER_SECOND;
import static io.grape.catalog.LimitFields.SCHEMA;

import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import org.jspecify.annotations.Nullable;

/** How much a tube delivers and holds, as {@link io.grape.catalog.LimitFields} declares it; null = no limit. */
public record TubeLimits(
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs,
        @Nullable Long maxBytes) {
    public static final TubeLimits NONE = new TubeLimits(null, null, null, null, null);

    public TubeLimits {
        Values given = values(concurrency, perSecond, burst, maxJobs, maxBytes);
        burst = SCHEMA.validated(given, "limits.", GrapeException::badValue).find(BURST);
    }

    public static TubeLimits of(Values values) {
        return new TubeLimits(
                values.find(CONCURRENCY),
                values.find(PER_SECOND),
                values.find(BURST),
                values.find(MAX_JOBS),
                values.find(MAX_BYTES));
    }

    Values values() {
        return values(concurrency, perSecond, burst, maxJobs, maxBytes);
    }

    private static Values values(
            @Nullable Integer concurrency,
            @Nullable Double perSecond,
            @Nullable Integer burst,
            @Nullable Long maxJobs,
            @Nullable Long maxBytes) {
        return Values.NONE
                .with(CONCURRENCY, concurrency)
                .with(PER_SECOND, perSecond)
                .with(BURST, burst)
                .with(MAX_JOBS, maxJobs)
                .with(MAX_BYTES, maxBytes);
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
