package io.grape.server.http.openapi;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;

/** A body, as it is told: makes its schema. */
interface Shape {
    Shape ANY_OBJECT = (schemas, inRequest) -> new JsonObject().put("type", "object");

    JsonObject schema(Schemas schemas, boolean inRequest);

    static Shape one(Class<?> type) {
        return (schemas, inRequest) -> inRequest ? schemas.ofRequest(type) : schemas.of(type);
    }

    static Shape many(Class<?> type) {
        return (schemas, inRequest) ->
                new JsonObject().put("type", "array").put("items", one(type).schema(schemas, inRequest));
    }

    static Shape batch(Class<?> type) {
        return (schemas, inRequest) -> many(type).schema(schemas, inRequest).put("maxItems", 1000);
    }

    static Shape either(Shape... shapes) {
        return (schemas, inRequest) -> new JsonObject()
                .put(
                        "oneOf",
                        Stream.of(shapes)
                                .map(shape -> shape.schema(schemas, inRequest))
                                .collect(JsonArray::new, JsonArray::add, JsonArray::addAll));
    }
}
