package io.grape.catalog;

import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Choice;
import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;
import io.grape.catalog.Type.WholeNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes declared objects as JSON Schema, in maps and lists. The schema of a request forbids other fields; the schema of a response does
 * not, because a later broker may add some.
 */
public final class JsonSchema {
    private static final String REFERENCE = "#/components/schemas/";

    private final boolean isRequest;

    private JsonSchema(boolean isRequest) {
        this.isRequest = isRequest;
    }

    /** Returns the schema of the object in responses, and those of the objects within it, by name. */
    public static Map<String, Map<String, Object>> ofResponse(Schema schema) {
        return new JsonSchema(false).all(schema);
    }

    /** Returns the schema of the object in requests, and those of the objects within it, by name. */
    public static Map<String, Map<String, Object>> ofRequest(Schema schema) {
        return new JsonSchema(true).all(schema);
    }

    private Map<String, Map<String, Object>> all(Schema schema) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        all.put(name(schema), object(schema));
        for (Field<?> field : schema.fields()) {
            if (field.type() instanceof Nested nested) {
                all.putAll(all(nested.schema()));
            } else if (field.type() instanceof Choice choice && choice.name() != null) {
                all.put(choice.name(), ofWords(choice.words()));
            }
        }
        return all;
    }

    private static Map<String, Object> ofWords(List<String> words) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("enum", words);
        return schema;
    }

    private String name(Schema schema) {
        return isRequest ? schema.requestName() : schema.name();
    }

    private Map<String, Object> object(Schema schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Field<?> field : schema.fields()) {
            String name = isRequest ? field.name() : field.shownName();
            properties.put(name, property(field));
            if (field.isRequired() || (!isRequest && (field.isAlwaysShown() || field.isShownAsNull()))) {
                required.add(name);
            }
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("description", isRequest ? schema.requestDescription() : schema.description());
        object.put("properties", properties);
        if (!required.isEmpty()) {
            object.put("required", required);
        }
        if (isRequest) {
            object.put("additionalProperties", false);
        }
        return object;
    }

    private <T> Map<String, Object> property(Field<T> field) {
        Map<String, Object> property = new LinkedHashMap<>();
        boolean isNullable = isRequest ? field.isNullable() : field.isShownAsNull();
        String reference = referenceOf(field.type());
        if (reference != null) {
            property.put("$ref", REFERENCE + reference);
        } else {
            String type = typeOf(field.type());
            property.put("type", isNullable ? List.of(type, "null") : type);
            if (is64Bit(field.type())) {
                property.put("format", "int64");
            } else if (field.type() instanceof Timestamp) {
                property.put("format", "date-time");
            }
        }
        property.put("description", isRequest ? FieldDescription.inRequest(field) : FieldDescription.inResponse(field));
        putBounds(property, field);
        if (isRequest && field.offInJson() != Field.Off.NULL) {
            field.defaultIfAny()
                    .ifPresent(value -> property.put("default", field.type().toJson(value)));
        }
        if (reference != null && isNullable) {
            return Map.of("oneOf", List.of(property, Map.of("type", "null")));
        }
        return property;
    }

    private @Nullable String referenceOf(Type<?> type) {
        if (type instanceof Nested nested) {
            return name(nested.schema());
        }
        if (type instanceof Text text) {
            return text.schema();
        }
        return type instanceof Choice choice ? choice.name() : null;
    }

    private static String typeOf(Type<?> type) {
        if (type instanceof Decimal) {
            return "number";
        } else if (type instanceof Bool) {
            return "boolean";
        }
        return type instanceof Choice || type instanceof Text || type instanceof Timestamp ? "string" : "integer";
    }

    private static boolean is64Bit(Type<?> type) {
        return type instanceof Millis || (type instanceof WholeNumber<?> number && number.isLong());
    }

    private void putBounds(Map<String, Object> property, Field<?> field) {
        if (field.type() instanceof Millis millis) {
            putBounds(property, minOf(field, millis.min()), millis.max());
        } else if (field.type() instanceof WholeNumber<?> number) {
            putBounds(property, minOf(field, number.min()), number.max());
        } else if (field.type() instanceof Decimal decimal) {
            putBounds(property, decimal.toJson(decimal.min()), decimal.toJson(decimal.max()));
        } else if (field.type() instanceof Choice choice && choice.name() == null) {
            property.put("enum", choice.words());
        } else if (field.type() instanceof Text text && text.schema() == null) {
            if (text.pattern() == null) {
                property.put("maxLength", text.maxChars());
            } else {
                property.put("pattern", text.pattern());
            }
        } else if (field.type() instanceof Bool && !isRequest && !field.isAlwaysShown()) {
            property.put("const", true);
        }
    }

    /** A request may have a 0 that switches the field off, and a response does not show such a field at all. */
    private long minOf(Field<?> field, long min) {
        if (field.offInJson() != Field.Off.ZERO) {
            return min;
        }
        return isRequest ? 0 : Math.max(1, min);
    }

    private static void putBounds(Map<String, Object> property, Object min, Object max) {
        property.put("minimum", min);
        property.put("maximum", max);
    }
}
