package io.grape.server.http.v1;

import static io.grape.catalog.KeyOverrideFields.SCHEMA;
import static io.grape.catalog.KeyOverrideFields.WEIGHT;

import io.grape.catalog.Values;
import io.grape.core.GrapeException;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeyState;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.json.JsonObject;

/** Keys of tubes and their overrides as JSON. */
final class KeyJson {
    private KeyJson() {}

    static KeyOverride read(JsonFields given) {
        return KeyOverride.of(SCHEMA.read(given, "", GrapeException::badValue));
    }

    /** Shows the values in effect, without those that are null. */
    static JsonObject of(KeyState key) {
        Values inEffect = key.inEffect().values();
        JsonObject json = new JsonObject().put("key", key.key());
        SCHEMA.toJson(inEffect.has(WEIGHT) ? inEffect : inEffect.with(WEIGHT, 1.0))
                .forEach(json::put);
        json.put("overridden", key.isOverridden()).put("waiting", key.waiting()).put("held", key.held());
        Double produced = key.producedWeight();
        if (produced != null) {
            json.put("producedWeight", WEIGHT.type().toJson(produced));
        }
        Long oldestReady = Json.millis(key.oldestReady());
        if (oldestReady != null) {
            json.put("oldestReadyMs", oldestReady);
        }
        return json;
    }
}
