package io.grape.core.quota;

import static io.grape.catalog.QuotaFields.CONSUME;
import static io.grape.catalog.QuotaFields.IN_FLIGHT;
import static io.grape.catalog.QuotaFields.PRODUCE;
import static io.grape.catalog.QuotaFields.SCHEMA;

import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How much one client may do, as {@link io.grape.catalog.QuotaFields} declares it. At least one limit is set; null = no limit. */
public record Quota(
        @Nullable QuotaRate produce,
        @Nullable QuotaRate consume,
        @Nullable Integer inFlight) {
    /** The quota of each client that has none of its own. */
    public static final String DEFAULT = "default";
    /** The prefix of the names of users' quotas. */
    public static final String USER = "user:";

    /** The maximum number of quotas. */
    public static final int MAX_QUOTAS = 1000;
    /** The maximum number of clients without a quota of their own that are remembered. */
    public static final int MAX_CLIENTS = 10_000;

    private static final Pattern NAME =
            Pattern.compile("(?:user:)?[A-Za-z0-9][A-Za-z0-9._@-]{0,63}|[0-9a-f]{0,4}:[0-9a-f:.]{1,43}(?:/64)?");

    public Quota {
        if (produce == null && consume == null && inFlight == null) {
            throw GrapeException.badValue("body", "at least one of produce, consume, inFlight", "none");
        }
        SCHEMA.validated(values(produce, consume, inFlight), "", GrapeException::badValue);
    }

    public static Quota of(Values values) {
        return new Quota(rate(values.find(PRODUCE)), rate(values.find(CONSUME)), values.find(IN_FLIGHT));
    }

    private static @Nullable QuotaRate rate(@Nullable Values values) {
        return values == null ? null : QuotaRate.of(values);
    }

    public Values values() {
        return values(produce, consume, inFlight);
    }

    private static Values values(@Nullable QuotaRate produce, @Nullable QuotaRate consume, @Nullable Integer inFlight) {
        return Values.NONE
                .with(PRODUCE, produce == null ? null : produce.values())
                .with(CONSUME, consume == null ? null : consume.values())
                .with(IN_FLIGHT, inFlight);
    }

    /** Returns the name. Fails with BAD_REQUEST if no quota can have it. */
    public static String checkedName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw GrapeException.badValue(
                    "name",
                    "default, the name of a token, user: and the name of a user, or an address",
                    "'" + name + "'");
        }
        return name;
    }

    /** Returns the rate of a kind of calls; null = no limit. */
    public @Nullable QuotaRate rate(QuotaPart part) {
        return switch (part) {
            case PRODUCE -> produce;
            case CONSUME -> consume;
            case IN_FLIGHT -> null;
        };
    }

    /** Returns true if calls of this kind are limited, by a rate or in flight. */
    public boolean limits(QuotaPart part) {
        return inFlight != null || rate(part) != null;
    }
}
