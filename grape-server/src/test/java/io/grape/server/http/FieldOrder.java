package io.grape.server.http;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the order of the fields in a response with that of the schema. */
record FieldOrder(OpenApi openApi) {
    /** The objects whose fields are in another order; empty if there are none. */
    List<String> violations(JsonObject schema, @Nullable Object value) {
        return violations("", schema, value).toList();
    }

    private Stream<String> violations(String place, JsonObject schema, @Nullable Object value) {
        if (value instanceof JsonArray array && schema(schema, value).containsKey("items")) {
            JsonObject items = schema(schema, value).getJsonObject("items");
            return array.stream().flatMap(item -> violations(place + "[]", items, item));
        }
        if (!(value instanceof JsonObject object)) {
            return Stream.of();
        }
        JsonObject fields = schema(schema, value).getJsonObject("properties", new JsonObject());
        List<String> came =
                object.fieldNames().stream().filter(fields::containsKey).toList();
        List<String> declared =
                fields.fieldNames().stream().filter(object::containsKey).toList();
        Stream<String> here = came.equals(declared)
                ? Stream.of()
                : Stream.of(place + ": declared " + declared + ", but came " + came);
        return Stream.concat(
                here,
                came.stream()
                        .flatMap(name ->
                                violations(place + "." + name, fields.getJsonObject(name), object.getValue(name))));
    }

    /** The schema with its reference followed; of several alternatives, the one that has the fields of the value. */
    private JsonObject schema(JsonObject schema, Object value) {
        JsonObject followed = openApi.followed(schema);
        if (!followed.containsKey("oneOf")) {
            return followed;
        }
        return followed.getJsonArray("oneOf").stream()
                .map(one -> openApi.followed((JsonObject) one))
                .filter(one -> value instanceof JsonArray
                        ? one.containsKey("items")
                        : one.getJsonObject("properties", new JsonObject())
                                .fieldNames()
                                .containsAll(((JsonObject) value).fieldNames()))
                .findFirst()
                .orElseThrow();
    }
}
