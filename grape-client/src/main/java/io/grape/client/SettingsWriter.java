package io.grape.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes the settings of tubes, keys, gates, quotas and operations. */
final class SettingsWriter {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SettingsWriter() {}

    /** The body of a change of settings. */
    static byte[] settings(TubeSettings settings) {
        return body(settings.toJson());
    }

    /** The body of the override of a key. */
    static byte[] override(KeyOverride override) {
        return body(override.toJson());
    }

    /** The body of a quota. */
    static byte[] quota(QuotaSettings quota) {
        return body(quota.toJson());
    }

    /** The body of a gate to add or change. */
    static byte[] gate(GateSettings gate) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("match", match(gate.match()));
        fields.put("mode", gate.mode().wireName());
        if (gate.until() != null) {
            fields.put("until", gate.until().toString());
        }
        if (gate.reason() != null) {
            fields.put("reason", gate.reason());
        }
        return body(fields);
    }

    private static Map<String, Object> match(GateMatch match) {
        String kind = match.kind().name().toLowerCase(Locale.ROOT);
        return Map.of(kind, match.kind() == GateMatch.Kind.ALL ? (Object) true : match.value());
    }

    /** The body of an operation, or of its preview. */
    static byte[] operation(OperationSettings operation, boolean isPreview) {
        Map<String, Object> fields = new LinkedHashMap<>(operation.fields());
        if (isPreview) {
            fields.put("dryRun", true);
        }
        return body(fields);
    }

    private static byte[] body(Map<String, Object> fields) {
        try {
            return MAPPER.writeValueAsBytes(fields);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
