package io.grape.server.http.v1;

import io.grape.core.Limits;
import io.grape.core.tube.TubeLimits;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The limits of a tube as JSON. */
final class TubeLimitsJson {
    private static final String CONCURRENCY = "concurrency";
    private static final String PER_SECOND = "perSecond";
    private static final String BURST = "burst";
    private static final String JOB_CAP = "maxJobs";
    private static final String BYTE_CAP = "maxBytes";
    private static final Set<String> FIELDS = Set.of(CONCURRENCY, PER_SECOND, BURST, JOB_CAP, BYTE_CAP);

    private TubeLimitsJson() {}

    /** Those in a field of settings; what is null or not there has no limit. */
    static TubeLimits read(JsonFields settings, String field) {
        JsonFields given = settings.object(field, FIELDS);
        return new TubeLimits(
                small(given, CONCURRENCY),
                given.number(PER_SECOND),
                small(given, BURST),
                given.wholeOrNull(JOB_CAP),
                given.wholeOrNull(BYTE_CAP));
    }

    private static @Nullable Integer small(JsonFields given, String name) {
        Long value = given.wholeOrNull(name);
        return value == null ? null : (int) Limits.checked("limits." + name, value, 1, TubeLimits.MAX_LEASES);
    }

    static JsonObject of(TubeLimits limits) {
        JsonObject json = new JsonObject();
        put(json, CONCURRENCY, limits.concurrency());
        put(json, PER_SECOND, limits.perSecond() == null ? null : number(limits.perSecond()));
        put(json, BURST, limits.burst());
        put(json, JOB_CAP, limits.maxJobs());
        put(json, BYTE_CAP, limits.maxBytes());
        return json;
    }

    private static void put(JsonObject json, String name, @Nullable Number value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    /** Whole numbers without a fraction. */
    private static Number number(double value) {
        if (value == Math.rint(value)) {
            return (long) value;
        }
        return value;
    }
}
