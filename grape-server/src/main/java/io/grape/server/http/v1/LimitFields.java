package io.grape.server.http.v1;

import io.grape.core.Limits;
import io.grape.core.key.KeyLimits;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The limits that a tube, the keys of a tube and one key have in common, as JSON; null = no limit. */
record LimitFields(
        @Nullable Integer concurrency,
        @Nullable Double perSecond,
        @Nullable Integer burst,
        @Nullable Long maxJobs) {
    private static final String CONCURRENCY = "concurrency";
    private static final String PER_SECOND = "perSecond";
    private static final String BURST = "burst";
    private static final String JOB_CAP = "maxJobs";
    static final Set<String> NAMES = Set.of(CONCURRENCY, PER_SECOND, BURST, JOB_CAP);

    /**
     * Reads those of an object; what is null or not there has no limit.
     *
     * @param prefix what stands before a name where it is wrong, such as {@code limits.}
     */
    static LimitFields read(JsonFields given, String prefix) {
        return new LimitFields(
                small(given, prefix, CONCURRENCY),
                given.number(PER_SECOND),
                small(given, prefix, BURST),
                given.wholeOrNull(JOB_CAP));
    }

    private static @Nullable Integer small(JsonFields given, String prefix, String name) {
        Long value = given.wholeOrNull(name);
        return value == null ? null : (int) Limits.checked(prefix + name, value, 1, KeyLimits.MAX_LEASES);
    }

    /** Adds those that there are. */
    void write(JsonObject json) {
        put(json, CONCURRENCY, concurrency);
        put(json, PER_SECOND, perSecond == null ? null : number(perSecond));
        put(json, BURST, burst);
        put(json, JOB_CAP, maxJobs);
    }

    static void put(JsonObject json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** Whole numbers without a fraction. */
    static Number number(double value) {
        if (value == Math.rint(value)) {
            return (long) value;
        }
        return value;
    }
}
