package io.grape.server.http.v1;

import io.grape.core.tube.TubeLimits;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The limits of a tube as JSON. */
final class TubeLimitsJson {
    private static final String BYTE_CAP = "maxBytes";
    private static final Set<String> FIELDS =
            Stream.concat(LimitFields.NAMES.stream(), Stream.of(BYTE_CAP)).collect(Collectors.toUnmodifiableSet());

    private TubeLimitsJson() {}

    /** Those in a field of settings; what is null or not there has no limit. */
    static TubeLimits read(JsonFields settings, String field) {
        JsonFields given = settings.object(field, FIELDS);
        LimitFields limits = LimitFields.read(given, field + ".");
        return new TubeLimits(
                limits.concurrency(),
                limits.perSecond(),
                limits.burst(),
                limits.maxJobs(),
                given.wholeOrNull(BYTE_CAP));
    }

    static JsonObject of(TubeLimits limits) {
        JsonObject json = new JsonObject();
        new LimitFields(limits.concurrency(), limits.perSecond(), limits.burst(), limits.maxJobs()).write(json);
        LimitFields.put(json, BYTE_CAP, limits.maxBytes());
        return json;
    }
}
