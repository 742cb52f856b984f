package io.grape.server.http.openapi;

import io.grape.server.access.Right;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Enums, by the names that they have on the wire. */
final class WireEnums {
    private WireEnums() {}

    static JsonObject schema(Class<?> type) {
        if (!type.isEnum()) {
            throw new IllegalArgumentException("no schema stands for " + type);
        }
        JsonArray names = new JsonArray();
        for (Object constant : type.getEnumConstants()) {
            if (constant != Right.PUBLIC) {
                names.add(name(constant));
            }
        }
        return new JsonObject().put("type", "string").put("enum", names);
    }

    private static String name(Object constant) {
        try {
            return (String) constant.getClass().getMethod("wireName").invoke(constant);
        } catch (NoSuchMethodException e) {
            return ((Enum<?>) constant).name();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
