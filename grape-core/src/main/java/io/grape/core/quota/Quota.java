package io.grape.core.quota;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much one client may do. At least one limit is set; null = no limit.
 *
 * @param produce the jobs that it produces
 * @param consume the jobs that are delivered to it
 * @param inFlight its leases and its running calls at the same moment, 1 to 1,000,000; a consume that waits is a running call
 */
public record Quota(
        @Nullable QuotaRate produce,
        @Nullable QuotaRate consume,
        @Nullable Integer inFlight) {
    /** The quota of each client that has none of its own. */
    public static final String DEFAULT = "default";
    /** What the name of a user's quota begins with. */
    public static final String USER = "user:";

    public static final int MAX_IN_FLIGHT = 1_000_000;
    /** The maximum number of quotas. */
    public static final int MAX_QUOTAS = 1000;
    /** How many clients without a quota of their own are remembered. */
    public static final int MAX_CLIENTS = 10_000;

    private static final Pattern NAME =
            Pattern.compile("(?:user:)?[A-Za-z0-9][A-Za-z0-9._@-]{0,63}|[0-9a-f]{0,4}:[0-9a-f:.]{1,43}(?:/64)?");

    public Quota {
        if (produce == null && consume == null && inFlight == null) {
            throw GrapeException.badValue("body", "at least one of produce, consume, inFlight", "none");
        }
        if (inFlight != null) {
            Limits.checked("inFlight", inFlight, 1, MAX_IN_FLIGHT);
        }
    }

    /** The name of a quota, if it is valid. */
    public static String checkedName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw GrapeException.badValue(
                    "name",
                    "default, the name of a token, user: and the name of a user, or an address",
                    "'" + name + "'");
        }
        return name;
    }

    /** The rate of a kind of calls, null = none. */
    public @Nullable QuotaRate rate(QuotaPart part) {
        return switch (part) {
            case PRODUCE -> produce;
            case CONSUME -> consume;
            case IN_FLIGHT -> null;
        };
    }

    /** True if calls of this kind are limited. */
    public boolean limits(QuotaPart part) {
        return inFlight != null || rate(part) != null;
    }
}
