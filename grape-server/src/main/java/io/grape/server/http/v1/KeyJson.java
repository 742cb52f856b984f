package io.grape.server.http.v1;

import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyState;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keys of tubes and their overrides as JSON. */
public final class KeyJson {
    private static final String WEIGHT = "weight";
    private static final String PAUSED = "paused";

    /** The fields of an override. */
    public static final Set<String> FIELDS = Stream.concat(LimitFields.NAMES.stream(), Stream.of(WEIGHT, PAUSED))
            .collect(Collectors.toUnmodifiableSet());

    private KeyJson() {}

    static KeyOverride read(JsonFields given) {
        LimitFields limits = LimitFields.read(given, "");
        return new KeyOverride(
                given.number(WEIGHT),
                limits.concurrency(),
                limits.perSecond(),
                limits.burst(),
                limits.maxJobs(),
                given.flag(PAUSED));
    }

    /** With the values in effect. What it does not have is left out. */
    static JsonObject of(KeyState key) {
        KeyOverride values = key.inEffect();
        Double weight = values.weight();
        JsonObject json =
                new JsonObject().put("key", key.key()).put(WEIGHT, weight == null ? 1 : LimitFields.number(weight));
        new LimitFields(values.concurrency(), values.perSecond(), values.burst(), values.maxJobs()).write(json);
        json.put(PAUSED, values.paused())
                .put("overridden", key.isOverridden())
                .put("waiting", key.waiting())
                .put("held", key.held());
        Double produced = key.producedWeight();
        LimitFields.put(json, "producedWeight", produced == null ? null : LimitFields.number(produced));
        LimitFields.put(json, "oldestReadyMs", Json.millis(key.oldestReady()));
        return json;
    }
}
