package io.grape.server.http.json;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The objects of a request's body.
 *
 * @param many true when it is an array of them
 */
public record JsonRequests(List<JsonFields> objects, boolean many) {
    /** Bytes of the longest JSON body. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    /** Reads an object, or an array of them where that is allowed. */
    public static JsonRequests objectOrArray(byte[] body, Set<String> known) {
        return JsonBytes.read(
                body,
                "body",
                json -> json.token() == JsonToken.ARRAY
                        ? new JsonRequests(array(json, known), true)
                        : new JsonRequests(
                                List.of(JsonFields.one(json, known, "an object or an array of them")), false));
    }

    public static JsonFields object(byte[] body, Set<String> known) {
        return JsonBytes.read(body, "body", json -> JsonFields.one(json, known, "an object"));
    }

    public static List<JsonFields> array(byte[] body, Set<String> known) {
        return JsonBytes.read(body, "body", json -> {
            if (json.token() != JsonToken.ARRAY) {
                throw GrapeException.badValue("body", "an array", json.token().words());
            }
            return array(json, known);
        });
    }

    private static List<JsonFields> array(JsonScanner json, Set<String> known) {
        List<JsonFields> objects = new ArrayList<>();
        while (json.next() != JsonToken.ARRAY_END) {
            if (objects.size() == Limits.MAX_BATCH) {
                throw GrapeException.badValue("body", "at most " + Limits.MAX_BATCH + " items", "more");
            }
            objects.add(JsonFields.ofMany(json, known));
        }
        return objects;
    }
}
