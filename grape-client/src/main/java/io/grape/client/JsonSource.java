package io.grape.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.catalog.Source;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object in JSON. A value of an unexpected type counts as absent. */
record JsonSource(JsonNode json) implements Source {
    @Override
    public boolean has(String name) {
        return json.has(name);
    }

    @Override
    public boolean hasValue(String name) {
        return json.hasNonNull(name);
    }

    @Override
    public @Nullable Long wholeNumber(String name) {
        return json.path(name).isNumber() ? json.path(name).asLong() : null;
    }

    @Override
    public @Nullable Double number(String name) {
        return json.path(name).isNumber() ? json.path(name).asDouble() : null;
    }

    @Override
    public @Nullable String text(String name) {
        return json.path(name).asText(null);
    }

    @Override
    public @Nullable Instant instant(String name) {
        return ResponseParser.instant(json.path(name));
    }

    @Override
    public boolean flag(String name) {
        return json.path(name).asBoolean();
    }

    @Override
    public Source object(String name, Set<String> known) {
        return new JsonSource(json.path(name));
    }
}
