package io.grape.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.client.GateMatch;
import io.grape.client.GateMode;
import io.grape.client.GateSettings;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts fields of a file to types of the client. */
final class Typed {
    private Typed() {}

    private static String upper(JsonNode json, String name) {
        return json.path(name).asText().toUpperCase(Locale.ROOT);
    }

    /** Returns the nearest int, which the broker refuses like the number itself. A cast would turn 2^32 + 5 into a valid 5. */
    static int toInt(JsonNode json) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, json.asLong()));
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isTextual() ? json.path(name).asText() : null;
    }

    static GateSettings gate(ObjectNode json) {
        String until = text(json, "until");
        return new GateSettings(
                match(json.path("match")),
                GateMode.valueOf(upper(json, "mode")),
                until == null ? null : Instant.parse(until),
                text(json, "reason"));
    }

    private static GateMatch match(JsonNode json) {
        if (json.hasNonNull("key")) {
            return GateMatch.key(json.path("key").asText());
        }
        return json.hasNonNull("label") ? GateMatch.label(json.path("label").asText()) : GateMatch.ALL;
    }
}
