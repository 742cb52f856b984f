package io.grape.server.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds values against the schemas of a document: as much of JSON Schema as the document uses. */
final class Schema {
    private final OpenApi document;
    private final List<String> violations = new ArrayList<>();

    private Schema(OpenApi document) {
        this.document = document;
    }

    /** What is wrong with a value, nothing when it is as the schema says. */
    static List<String> violations(OpenApi document, JsonObject schema, @Nullable Object value) {
        Schema check = new Schema(document);
        check.check("", schema, value);
        return check.violations;
    }

    private void check(String at, JsonObject referring, @Nullable Object value) {
        JsonObject schema = document.followed(referring);
        checkAlternatives(at, schema, value);
        if (schema.containsKey("const") && !schema.getValue("const").equals(value)) {
            wrong(at, "is not " + schema.getValue("const"), value);
        }
        if (schema.containsKey("enum") && !schema.getJsonArray("enum").contains(value)) {
            wrong(at, "is none of " + schema.getJsonArray("enum"), value);
        }
        Object type = schema.getValue("type");
        if (type != null && types(type).stream().noneMatch(one -> isOfType(one.toString(), value))) {
            wrong(at, "is not of type " + type, value);
        } else if (value instanceof JsonObject object) {
            checkObject(at, schema, object);
        } else if (value instanceof JsonArray array) {
            checkArray(at, schema, array);
        } else if (value instanceof String text) {
            checkText(at, schema, text);
        } else if (value instanceof Number number) {
            checkNumber(at, schema, number.longValue());
        }
    }

    private void checkAlternatives(String at, JsonObject schema, @Nullable Object value) {
        JsonArray alternatives = schema.getJsonArray("oneOf");
        if (alternatives != null) {
            long fitting = alternatives.stream()
                    .filter(one -> violations(document, (JsonObject) one, value).isEmpty())
                    .count();
            if (fitting != 1) {
                wrong(at, "fits " + fitting + " of " + alternatives.size() + " alternatives", value);
            }
        }
    }

    private static List<?> types(Object type) {
        return type instanceof JsonArray several ? several.getList() : List.of(type);
    }

    private static boolean isOfType(String type, @Nullable Object value) {
        return switch (type) {
            case "null" -> value == null;
            case "object" -> value instanceof JsonObject;
            case "array" -> value instanceof JsonArray;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Integer || value instanceof Long;
            default -> throw new IllegalArgumentException(type);
        };
    }

    private void checkObject(String at, JsonObject schema, JsonObject object) {
        JsonObject properties = schema.getJsonObject("properties", new JsonObject());
        for (Object name : schema.getJsonArray("required", new JsonArray())) {
            if (!object.containsKey(name.toString())) {
                wrong(at, "lacks " + name, object);
            }
        }
        for (Map.Entry<String, Object> field : object) {
            if (properties.containsKey(field.getKey())) {
                check(at + "/" + field.getKey(), properties.getJsonObject(field.getKey()), field.getValue());
            } else if (schema.getValue("additionalProperties") instanceof JsonObject others) {
                check(at + "/" + field.getKey(), others, field.getValue());
            } else if (Boolean.FALSE.equals(schema.getValue("additionalProperties"))) {
                wrong(at, "should not have " + field.getKey(), object);
            }
        }
    }

    private void checkArray(String at, JsonObject schema, JsonArray array) {
        if (array.size() > schema.getInteger("maxItems", Integer.MAX_VALUE)) {
            wrong(at, "is too long", array.size());
        }
        for (int i = 0; i < array.size(); i++) {
            check(at + "/" + i, schema.getJsonObject("items"), array.getValue(i));
        }
    }

    private void checkText(String at, JsonObject schema, String text) {
        String pattern = schema.getString("pattern");
        if (pattern != null && !text.matches(pattern)) {
            wrong(at, "does not match " + pattern, text);
        }
        if ("date-time".equals(schema.getString("format"))) {
            try {
                Instant.parse(text);
            } catch (DateTimeParseException e) {
                wrong(at, "is no instant", text);
            }
        }
    }

    private void checkNumber(String at, JsonObject schema, long number) {
        if (number < schema.getLong("minimum", Long.MIN_VALUE) || number > schema.getLong("maximum", Long.MAX_VALUE)) {
            wrong(at, "is out of bounds", number);
        }
    }

    private void wrong(String at, String what, @Nullable Object value) {
        violations.add(at + " " + what + ": " + value);
    }
}
