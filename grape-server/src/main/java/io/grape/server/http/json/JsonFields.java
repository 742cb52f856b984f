package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.catalog.Source;
import io.grape.core.GrapeException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one JSON object, none of them unknown or there twice. */
public final class JsonFields implements Params, Source {
    /** An object without fields. */
    public static final JsonFields NONE = new JsonFields(new byte[0], "", true);

    private static final int MAX_WHOLE_DIGITS = 18;

    private final byte[] source;
    /** What stands before the names of its fields in messages, such as {@code limits.} */
    private final String prefix;

    private final boolean alone;
    private final Map<String, Field> fields = new HashMap<>();
    private @Nullable GrapeException fault;

    /** Where a field's value lies. */
    private record Field(JsonToken token, int start, int end) {
        boolean isText() {
            return token == JsonToken.STRING;
        }

        boolean isNumber() {
            return token == JsonToken.WHOLE || token == JsonToken.NUMBER;
        }
    }

    private JsonFields(byte[] source, String prefix, boolean alone) {
        this.source = source;
        this.prefix = prefix;
        this.alone = alone;
    }

    /** Reads the value at which the scanner stands, to its end, or to the first thing that is wrong with it. */
    static JsonFields one(JsonScanner json, Set<String> known, String expected) {
        return read(json, known, expected, new JsonFields(json.source(), "", true));
    }

    /**
     * Reads the value at which the scanner stands, to its end. What is wrong with it, but is JSON, is told by {@link #check},
     * so that its neighbours can be read.
     */
    static JsonFields ofMany(JsonScanner json, Set<String> known) {
        return read(json, known, "an object", new JsonFields(json.source(), "", false));
    }

    private static JsonFields read(JsonScanner json, Set<String> known, String expected, JsonFields object) {
        if (json.token() != JsonToken.OBJECT) {
            object.fault(GrapeException.badValue("body", expected, json.token().words()));
            json.skip("body");
            return object;
        }
        while (json.next() != JsonToken.OBJECT_END) {
            object.add(json, known);
        }
        return object;
    }

    private void add(JsonScanner json, Set<String> known) {
        String name = json.text();
        json.next();
        JsonToken token = json.token();
        int start = json.start();
        boolean isKnown = known.contains(name);
        json.skip(isKnown ? name : "body");
        boolean isNew = isKnown && fields.putIfAbsent(name, new Field(token, start, json.end())) == null;
        if (fault == null && !isNew) {
            fault(
                    isKnown
                            ? bad(name, "it once", "it twice")
                            : GrapeException.badValue("field", "one of " + sorted(known), "'" + prefix + name + "'"));
        }
    }

    private void fault(GrapeException found) {
        if (alone) {
            throw found;
        }
        fault = found;
    }

    private GrapeException bad(String name, String expected, Object got) {
        return GrapeException.badValue(prefix + name, expected, got);
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }

    /** Refuses an object that is not what it should be. */
    public JsonFields check() {
        if (fault != null) {
            throw fault;
        }
        return this;
    }

    /** The id, if it has one that can be read at all: to name an item that is refused. */
    @Nullable
    public String name() {
        Field id = fields.get("id");
        return id != null && id.isText() && !JsonText.isLong(id.start(), id.end()) ? text(id) : null;
    }

    private String text(Field field) {
        return JsonText.of(source, field.token(), field.start(), field.end());
    }

    private String checkedText(String name, Field field) {
        if (JsonText.isLong(field.start(), field.end())) {
            throw JsonText.tooLong(source, field.token(), field.start(), field.end(), prefix + name);
        }
        return text(field);
    }

    private String shown(Field field) {
        return field.isText() || field.isNumber()
                ? JsonText.excerpt(source, field.token(), field.start(), field.end())
                : field.token().words();
    }

    /** What a message shows of a field that is there: all of it, or how it begins. */
    public String shown(String name) {
        return shown(existing(name));
    }

    private Field existing(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new IllegalStateException("no field " + name);
        }
        return field;
    }

    @Override
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** True if it is there and not null. */
    @Override
    public boolean hasValue(String name) {
        Field field = fields.get(name);
        return field != null && field.token() != JsonToken.NULL;
    }

    /** The fields of an object, none of them unknown or there twice; without fields where it is null, or not there. */
    @Override
    public JsonFields object(String name, Set<String> known) {
        Field field = fields.get(name);
        if (field == null || !hasValue(name)) {
            return NONE;
        }
        if (field.token() != JsonToken.OBJECT) {
            throw bad(name, "an object or null", shown(field));
        }
        return read(
                name, json -> read(json, known, "an object", new JsonFields(json.source(), prefix + name + ".", true)));
    }

    /** A number; null where it is null, or not there. */
    @Override
    public @Nullable Double number(String name) {
        Field field = fields.get(name);
        if (field == null || !hasValue(name)) {
            return null;
        }
        if (!field.isNumber()) {
            throw bad(name, "a number", shown(field));
        }
        return Double.valueOf(checkedText(name, field));
    }

    /** The same for a whole number. */
    public @Nullable Long wholeNumberOrNull(String name) {
        return hasValue(name) ? wholeNumber(name) : null;
    }

    /** The bytes of a value as they came. */
    public byte[] bytes(String name) {
        Field field = existing(name);
        return Arrays.copyOfRange(source, field.start(), field.end());
    }

    /** Reads a value where it lies: it was found to be JSON already. The scanner stands on its first token. */
    public <T> T read(String name, JsonBytes.Reading<T> reading) {
        Field field = existing(name);
        JsonScanner json = new JsonScanner(source, field.start(), field.end(), prefix + name);
        json.next();
        return reading.read(json);
    }

    /** The bytes of a text that should be ASCII, of any length; null where it is not there. */
    public @Nullable ByteBuffer ascii(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return null;
        }
        if (!field.isText()) {
            throw bad(name, "a string", shown(field));
        }
        return JsonText.ascii(source, field.start(), field.end());
    }

    @Override
    public @Nullable List<String> texts(String name, int most) {
        return has(name) ? read(name, json -> texts(json, name, most)) : null;
    }

    /** Those that are too many are counted, and never held. */
    private List<String> texts(JsonScanner json, String name, int most) {
        List<String> texts = new ArrayList<>();
        int count = 0;
        boolean isArray = json.token() == JsonToken.ARRAY;
        while (isArray && json.next() == JsonToken.STRING) {
            count++;
            if (count <= most) {
                texts.add(json.text());
            }
        }
        if (json.token() != JsonToken.ARRAY_END) {
            throw bad(name, "an array of strings", json.token().words());
        }
        if (count > most) {
            throw bad(name, "at most " + most, count);
        }
        return texts;
    }

    @Override
    public @Nullable String text(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return null;
        }
        if (!field.isText()) {
            throw bad(name, "a string", shown(field));
        }
        String text = checkedText(name, field);
        if (text.chars().anyMatch(c -> Character.isSurrogate((char) c))
                && !UTF_8.newEncoder().canEncode(text)) {
            throw bad(name, "whole characters", "half of a surrogate pair");
        }
        return text;
    }

    @Override
    public @Nullable Instant instant(String name) {
        return Params.super.instant(name);
    }

    /** True or false; false when it is not there. */
    @Override
    public boolean flag(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return false;
        }
        return switch (field.token()) {
            case TRUE -> true;
            case FALSE -> false;
            default -> throw bad(name, "true or false", shown(field));
        };
    }

    @Override
    public @Nullable Long wholeNumber(String name) {
        Field field = fields.get(name);
        if (field == null) {
            return null;
        }
        if (field.token() != JsonToken.WHOLE || field.end() - field.start() > MAX_WHOLE_DIGITS) {
            throw bad(name, "a whole number", shown(field));
        }
        return Long.valueOf(text(field));
    }
}
