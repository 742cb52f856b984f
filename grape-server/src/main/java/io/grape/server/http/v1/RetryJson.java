package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.tube.RetrySettings;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;

/** When the jobs of a tube are tried again, as JSON. */
final class RetryJson {
    private static final String FIRST = "firstMs";
    private static final String MOST = "mostMs";
    private static final String FACTOR = "factor";
    private static final String JITTER = "jitter";
    private static final Set<String> FIELDS = Set.of(FIRST, MOST, FACTOR, JITTER);
    private static final long LONGEST = Limits.MAX_DURATION.toMillis();

    private RetryJson() {}

    /** That in a field of settings; none where it is null or not there. */
    static RetrySettings read(JsonFields settings, String field) {
        JsonFields given = settings.object(field, FIELDS);
        if (!settings.hasValue(field)) {
            return RetrySettings.NONE;
        }
        Long first = given.whole(FIRST);
        if (first == null) {
            throw GrapeException.badValue(field + "." + FIRST, "a whole number from 1 to " + LONGEST, "none");
        }
        Limits.checked(field + "." + FIRST, first, 1, LONGEST);
        long most = given.whole(MOST, Math.max(first, RetrySettings.DEFAULT_MOST.toMillis()));
        Limits.checked(field + "." + MOST, most, first, LONGEST);
        Double factor = given.number(FACTOR);
        Double jitter = given.number(JITTER);
        return new RetrySettings(
                Duration.ofMillis(first),
                Duration.ofMillis(most),
                factor == null ? RetrySettings.DEFAULT_FACTOR : factor,
                jitter == null ? RetrySettings.DEFAULT_JITTER : jitter);
    }

    static JsonObject of(RetrySettings retry) {
        return new JsonObject()
                .put(FIRST, retry.first().toMillis())
                .put(MOST, retry.most().toMillis())
                .put(FACTOR, LimitFields.number(retry.factor()))
                .put(JITTER, LimitFields.number(retry.jitter()));
    }
}
