package io.grape.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The objects of a request's body.
 *
 * @param many true when it is an array of them
 */
record JsonRequests(List<JsonFields> objects, boolean many) {
    /** Bytes of the longest JSON body. */
    static final int MAX_BYTES = 16 * 1024 * 1024;

    /** Reads an object, or an array of them where that is allowed. */
    static JsonRequests objectOrArray(byte[] body, Set<String> known) {
        return JsonBytes.read(
                body,
                "body",
                json -> json.currentToken() == JsonToken.START_ARRAY
                        ? new JsonRequests(array(json, body, known), true)
                        : new JsonRequests(
                                List.of(JsonFields.read(json, body, known, "an object or an array of them")), false));
    }

    static JsonFields object(byte[] body, Set<String> known) {
        return JsonBytes.read(body, "body", json -> JsonFields.read(json, body, known))
                .check();
    }

    static List<JsonFields> array(byte[] body, Set<String> known) {
        return JsonBytes.read(body, "body", json -> {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw GrapeException.badValue("body", "an array", JsonFields.kind(json.currentToken()));
            }
            return array(json, body, known);
        });
    }

    private static List<JsonFields> array(JsonParser json, byte[] body, Set<String> known) throws IOException {
        List<JsonFields> objects = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (objects.size() == Limits.MAX_BATCH) {
                throw GrapeException.badValue("body", "at most " + Limits.MAX_BATCH + " items", "more");
            }
            objects.add(JsonFields.read(json, body, known));
        }
        return objects;
    }
}
