package io.grape.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the settings of tubes, keys, gates, quotas and operations. */
final class SettingsWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private SettingsWriter(JsonGenerator json) {
        this.json = json;
    }

    private interface Fields {
        void write(SettingsWriter writer) throws IOException;
    }

    private static byte[] object(Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            fields.write(new SettingsWriter(json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The body of a change of settings. */
    static byte[] settings(TubeSettings settings) {
        return object(writer -> writer.write(settings.toJson()));
    }

    /** The body of the override of a key. */
    static byte[] override(KeyOverride override) {
        return object(writer -> writer.write(override.toJson()));
    }

    /** The body of a gate to add or change. */
    static byte[] gate(GateSettings gate) {
        return object(writer -> writer.write(gate));
    }

    /** The body of a quota. */
    static byte[] quota(QuotaSettings quota) {
        return object(writer -> writer.write(quota.toJson()));
    }

    /** The body of an operation, or of its preview. */
    static byte[] operation(OperationSettings operation, boolean isPreview) {
        return object(writer -> {
            for (Map.Entry<String, Object> field : operation.fields().entrySet()) {
                writer.json.writeObjectField(field.getKey(), field.getValue());
            }
            if (isPreview) {
                writer.json.writeBooleanField("dryRun", true);
            }
        });
    }

    private void write(Map<String, Object> fields) throws IOException {
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            if (field.getValue() instanceof Map<?, ?> parts) {
                json.writeObjectFieldStart(field.getKey());
                for (Map.Entry<?, ?> part : parts.entrySet()) {
                    json.writeObjectField((String) part.getKey(), part.getValue());
                }
                json.writeEndObject();
            } else {
                json.writeObjectField(field.getKey(), field.getValue());
            }
        }
    }

    private static String wireName(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void write(GateSettings gate) throws IOException {
        json.writeObjectFieldStart("match");
        GateMatch match = gate.match();
        if (match.kind() == GateMatch.Kind.ALL) {
            json.writeBooleanField(wireName(match.kind()), true);
        } else {
            json.writeStringField(wireName(match.kind()), match.value());
        }
        json.writeEndObject();
        json.writeStringField("mode", gate.mode().wireName());
        text("until", gate.until());
        text("reason", gate.reason());
    }

    private void text(String name, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.toString());
        }
    }
}
