package io.grape.server.http.openapi;

import static java.util.Map.entry;

import io.grape.catalog.GateFields;
import io.grape.catalog.GateMatchFields;
import io.grape.catalog.JsonSchema;
import io.grape.catalog.KeyOverrideFields;
import io.grape.catalog.OperationFields;
import io.grape.catalog.QuotaFields;
import io.grape.catalog.ScheduleFields;
import io.grape.catalog.Schema;
import io.grape.catalog.TubeFields;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of records.
 *
 * <p>A component that is {@link Optional} may be absent, one that is {@link Nullable} may be null. The schema of a request forbids
 * other fields; that of a response does not, because a later broker may add some.
 */
final class Schemas {
    /** Records that stand for declarations of the catalog. */
    private static final Map<Class<?>, Schema> DECLARED = Map.ofEntries(
            entry(TubeRecords.Settings.class, TubeFields.SETTINGS),
            entry(TubeRecords.SettingsSpec.class, TubeFields.SETTINGS),
            entry(KeyRecords.KeyOverride.class, KeyOverrideFields.SCHEMA),
            entry(KeyRecords.KeyValues.class, KeyOverrideFields.SCHEMA),
            entry(GateRecords.GateSpec.class, GateFields.SCHEMA),
            entry(GateRecords.Match.class, GateMatchFields.SCHEMA),
            entry(ScheduleRecords.ScheduleTimingSpec.class, ScheduleFields.SCHEMA),
            entry(ScheduleRecords.ScheduleTiming.class, ScheduleFields.SCHEMA),
            entry(OperationRecords.OperationValuesSpec.class, OperationFields.SCHEMA),
            entry(OperationRecords.OperationValues.class, OperationFields.SCHEMA),
            entry(QuotaRecords.QuotaSpec.class, QuotaFields.SCHEMA),
            entry(QuotaRecords.QuotaLimits.class, QuotaFields.SCHEMA));

    private final Map<String, JsonObject> named = new TreeMap<>();

    /** The schemas that have had a name of their own so far. */
    JsonObject named() {
        JsonObject all = new JsonObject();
        named.forEach(all::put);
        return all;
    }

    /** The schema of a response, or of a part of one. */
    JsonObject of(Class<?> type) {
        return schema(type, false);
    }

    /** The schema of a request, or of a part of one. */
    JsonObject ofRequest(Class<?> type) {
        return schema(type, true);
    }

    /** The schema of a response that is one of several types. None of the fields is required. */
    JsonObject ofAny(String name, Class<?>... types) {
        JsonObject properties = new JsonObject();
        Stream.of(types)
                .forEach(type -> properties.mergeIn(ofRecord(type, false).getJsonObject("properties")));
        named.put(name, new JsonObject().put("type", "object").put("properties", properties));
        return referenceTo(name);
    }

    private JsonObject schema(Type type, boolean closed) {
        if (type instanceof ParameterizedType generic) {
            Type item = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == Map.class
                    ? new JsonObject().put("type", "object").put("additionalProperties", schema(item, closed))
                    : new JsonObject().put("type", "array").put("items", schema(item, closed));
        }
        Class<?> plain = (Class<?>) type;
        JsonObject inline = Scalars.INLINE.get(plain);
        return inline == null ? reference(plain, closed) : inline.copy();
    }

    private JsonObject reference(Class<?> type, boolean closed) {
        Schema declared = DECLARED.get(type);
        if (declared != null) {
            (closed ? JsonSchema.ofRequest(declared) : JsonSchema.ofResponse(declared))
                    .forEach((name, schema) -> named.put(name, new JsonObject(schema)));
            return referenceTo(closed ? declared.requestName() : declared.name());
        }
        String name = name(type);
        JsonObject scalar = Scalars.NAMED.get(type);
        JsonObject known = named.get(name);
        if (known == null) {
            named.put(name, scalar == null && type.isRecord() ? ofRecord(type, closed) : value(type, scalar));
        } else if (scalar == null && type.isRecord() && closed != known.containsKey("additionalProperties")) {
            throw new IllegalStateException(name + " is in requests and in responses");
        }
        return referenceTo(name);
    }

    private static JsonObject referenceTo(String name) {
        return new JsonObject().put("$ref", "#/components/schemas/" + name);
    }

    private static JsonObject value(Class<?> type, @Nullable JsonObject scalar) {
        return scalar == null ? WireEnums.schema(type) : scalar.copy();
    }

    /** The name of an enum within a class begins with that of the class. */
    private static String name(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return type.isEnum() && outer != null ? outer.getSimpleName() + type.getSimpleName() : type.getSimpleName();
    }

    private JsonObject ofRecord(Class<?> type, boolean closed) {
        JsonObject schema = new JsonObject().put("type", "object");
        say(schema, type.getAnnotation(Says.class));
        JsonObject properties = new JsonObject();
        Set<String> required = new LinkedHashSet<>();
        for (RecordComponent field : type.getRecordComponents()) {
            if (field.isAnnotationPresent(Flat.class)) {
                JsonObject inner = flat(field.getType(), closed);
                properties.mergeIn(inner.getJsonObject("properties"));
                inner.getJsonArray("required", new JsonArray()).forEach(name -> required.add((String) name));
            } else {
                properties.put(field.getName(), property(field, closed));
                if (field.getType() != Optional.class) {
                    required.add(field.getName());
                }
            }
        }
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", new JsonArray(List.copyOf(required)));
        }
        return closed ? schema.put("additionalProperties", false) : schema;
    }

    private JsonObject flat(Class<?> type, boolean closed) {
        Schema declared = DECLARED.get(type);
        if (declared == null) {
            return ofRecord(type, closed);
        }
        String name = closed ? declared.requestName() : declared.name();
        Map<String, Map<String, Object>> all =
                new TreeMap<>(closed ? JsonSchema.ofRequest(declared) : JsonSchema.ofResponse(declared));
        JsonObject flat = new JsonObject(all.remove(name));
        all.forEach((inner, schema) -> named.put(inner, new JsonObject(schema)));
        return flat;
    }

    private JsonObject property(RecordComponent field, boolean closed) {
        AnnotatedType type = field.getAnnotatedType();
        if (field.getType() == Optional.class) {
            type = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
        }
        JsonObject schema = schema(type.getType(), closed);
        say(schema, field.getAnnotation(Says.class));
        return type.isAnnotationPresent(Nullable.class) ? orNull(schema) : schema;
    }

    /** A nullable text or number is written without {@code oneOf}, because generators of clients handle that badly. */
    private JsonObject orNull(JsonObject schema) {
        if (schema.containsKey("$ref")) {
            JsonObject meant = Objects.requireNonNull(named.get(referred(schema)));
            if (meant.containsKey("properties")) {
                return new JsonObject()
                        .put("oneOf", new JsonArray(List.of(schema, new JsonObject().put("type", "null"))));
            }
            JsonObject copy = meant.copy();
            schema.remove("$ref");
            schema = copy.mergeIn(schema);
        }
        if (schema.containsKey("enum")) {
            schema.getJsonArray("enum").addNull();
        }
        return schema.put("type", new JsonArray().add(schema.getString("type")).add("null"));
    }

    private static String referred(JsonObject schema) {
        return schema.getString("$ref").replaceFirst(".*/", "");
    }

    static void say(JsonObject schema, @Nullable Says said) {
        if (said != null) {
            say(schema, said.value(), said.also());
        }
    }

    static void say(JsonObject schema, String description, String also) {
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
        schema.mergeIn(new JsonObject("{" + also.replace('\'', '"') + "}"));
    }
}
