package io.grape.server.http.openapi;

import io.vertx.core.json.JsonObject;

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

    /** A response that is one of several: generators of clients do not get along with alternatives, so it has the fields of all. */
    static Shape either(String name, Class<?>... types) {
        return (schemas, inRequest) -> schemas.ofAny(name, types);
    }
}
