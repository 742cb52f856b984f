package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the keys of a tube share it, as JSON. */
final class KeySettingsJson {
    private static final String FAIR = "fair";
    private static final String FAIR_BY = "fairBy";
    private static final String ORDERED = "ordered";
    private static final String ON_FAILURE = "onFailure";
    private static final Set<String> FIELDS = Stream.concat(
                    LimitFields.NAMES.stream(), Stream.of(FAIR, FAIR_BY, ORDERED, ON_FAILURE))
            .collect(Collectors.toUnmodifiableSet());

    private KeySettingsJson() {}

    /** Those in a field of settings; off where it is null or not there. */
    static KeySettings read(JsonFields settings, String field) {
        JsonFields given = settings.object(field, FIELDS);
        if (!settings.hasValue(field)) {
            return KeySettings.OFF;
        }
        String prefix = field + ".";
        LimitFields limits = LimitFields.read(given, prefix);
        return new KeySettings(
                order(given, prefix),
                limits.concurrency(),
                limits.perSecond(),
                limits.burst(),
                given.flag(ORDERED),
                onFailure(given.text(ON_FAILURE), prefix),
                limits.maxJobs());
    }

    private static KeyOrder order(JsonFields given, String prefix) {
        boolean isFair = !given.has(FAIR) || given.flag(FAIR);
        String by = given.text(FAIR_BY);
        if (by == null) {
            return isFair ? KeyOrder.JOBS : KeyOrder.DUE_TIME;
        }
        if (!isFair) {
            throw GrapeException.badValue(prefix + FAIR_BY, "none, as fair is false", "'" + by + "'");
        }
        return switch (by) {
            case "jobs" -> KeyOrder.JOBS;
            case "time" -> KeyOrder.TIME;
            default -> throw GrapeException.badValue(prefix + FAIR_BY, "jobs or time", "'" + by + "'");
        };
    }

    private static OnFailure onFailure(@Nullable String given, String prefix) {
        return switch (given == null ? "skip" : given) {
            case "skip" -> OnFailure.SKIP;
            case "block" -> OnFailure.BLOCK;
            default -> throw GrapeException.badValue(prefix + ON_FAILURE, "skip or block", "'" + given + "'");
        };
    }

    static JsonObject of(KeySettings keys) {
        boolean isFair = keys.order() != KeyOrder.DUE_TIME;
        JsonObject json = new JsonObject().put(FAIR, isFair);
        LimitFields.put(json, FAIR_BY, isFair ? keys.order() == KeyOrder.TIME ? "time" : "jobs" : null);
        new LimitFields(keys.concurrency(), keys.perSecond(), keys.burst(), keys.maxJobs()).write(json);
        json.put(ORDERED, keys.ordered());
        LimitFields.put(
                json, ON_FAILURE, keys.ordered() ? keys.onFailure() == OnFailure.BLOCK ? "block" : "skip" : null);
        return json;
    }
}
