package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, none of them unknown or there twice. */
final class JsonFields implements Given {
    /** An object without fields. */
    static final JsonFields NONE = new JsonFields(new byte[0]);

    /** Fields whose values are kept as bytes. */
    private static final Set<String> KEPT = Set.of("payload", "headers", "rights", "tubes", "scopes");

    private static final int MAX_WHOLE_DIGITS = 18;

    private final byte[] source;
    private final Map<String, Field> fields = new HashMap<>();
    private @Nullable GrapeException fault;

    /**
     * A field's value.
     *
     * @param text of a string or a number, null of anything else, and of what is kept
     * @param start of what is kept, where it begins
     * @param end of what is kept, the place behind its last byte
     */
    private record Field(JsonToken token, @Nullable String text, int start, int end) {
        String shown() {
            return text == null ? kind(token) : token == JsonToken.VALUE_STRING ? "'" + text + "'" : text;
        }
    }

    private JsonFields(byte[] source) {
        this.source = source;
    }

    /**
     * Reads the value at which the parser stands, to its end. What is wrong with it, but is JSON, is told by {@link #check},
     * so that its neighbours can be read.
     */
    static JsonFields read(JsonParser json, byte[] source, Set<String> known) throws IOException {
        return read(json, source, known, "an object");
    }

    /** The same, with what a message says that was expected. */
    static JsonFields read(JsonParser json, byte[] source, Set<String> known, String expected) throws IOException {
        JsonFields object = new JsonFields(source);
        if (json.currentToken() != JsonToken.START_OBJECT) {
            object.fault = GrapeException.badValue("body", expected, kind(json.currentToken()));
            JsonBytes.skipValue(json, "body");
            return object;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            Field field = object.field(json, name);
            if (!known.contains(name)) {
                object.fault(GrapeException.badValue("field", "one of " + sorted(known), "'" + name + "'"));
            } else if (object.fields.put(name, field) != null) {
                object.fault(GrapeException.badValue(name, "it once", "it twice"));
            }
        }
        return object;
    }

    private Field field(JsonParser json, String name) throws IOException {
        JsonToken token = json.currentToken();
        if (KEPT.contains(name)) {
            int start = (int) json.currentTokenLocation().getByteOffset();
            JsonBytes.skipValue(json, name);
            return new Field(token, null, start, (int) json.currentLocation().getByteOffset());
        }
        boolean hasText = token == JsonToken.VALUE_STRING || token.isNumeric();
        JsonBytes.skipValue(json, name);
        return new Field(token, hasText ? json.getText() : null, 0, 0);
    }

    private void fault(GrapeException next) {
        if (fault == null) {
            fault = next;
        }
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }

    /** What a value is, in words. */
    static String kind(@Nullable JsonToken token) {
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            default -> token.name();
        };
    }

    /** Refuses an object that is not what it should be. */
    JsonFields check() {
        if (fault != null) {
            throw fault;
        }
        return this;
    }

    /** The id, if it has one that can be read at all: to name an item that is refused. */
    @Nullable
    String name() {
        Field id = fields.get("id");
        return id != null && id.token() == JsonToken.VALUE_STRING ? id.text() : null;
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    /** The bytes of a value as they came. */
    byte[] bytes(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new IllegalStateException("no field " + name);
        }
        return Arrays.copyOfRange(source, field.start(), field.end());
    }

    /** The texts of an array, null when it is not there. */
    @Nullable
    List<String> texts(String name) {
        return has(name) ? JsonBytes.read(bytes(name), name, json -> texts(json, name)) : null;
    }

    private static List<String> texts(JsonParser json, String name) throws IOException {
        List<String> texts = new ArrayList<>();
        boolean array = json.currentToken() == JsonToken.START_ARRAY;
        while (array && json.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(json.getText());
        }
        if (json.currentToken() != JsonToken.END_ARRAY) {
            throw GrapeException.badValue(name, "an array of strings", kind(json.currentToken()));
        }
        return texts;
    }

    @Override
    public @Nullable String text(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return null;
        }
        String text = field.text();
        if (text == null || field.token() != JsonToken.VALUE_STRING) {
            throw GrapeException.badValue(name, "a string", field.shown());
        }
        if (text.chars().anyMatch(c -> Character.isSurrogate((char) c))
                && !UTF_8.newEncoder().canEncode(text)) {
            throw GrapeException.badValue(name, "whole characters", "half of a surrogate pair");
        }
        return text;
    }

    /** True or false; false when it is not there. */
    boolean flag(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return false;
        }
        return switch (field.token()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw GrapeException.badValue(name, "true or false", field.shown());
        };
    }

    @Override
    public @Nullable Long whole(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return null;
        }
        String text = field.text();
        if (text == null || field.token() != JsonToken.VALUE_NUMBER_INT || text.length() > MAX_WHOLE_DIGITS) {
            throw GrapeException.badValue(name, "a whole number", field.shown());
        }
        return Long.valueOf(text);
    }
}
