package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.job.Headers;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonScanner;
import io.grape.server.http.json.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Takes the headers of jobs in, and gives them out: as a JSON object, or as HTTP headers with a prefix. */
final class JobHeaders {
    private static final String FIELD = "headers";
    private static final String PREFIX = "Grape-Header-";

    private JobHeaders() {}

    static Headers ofFields(JsonFields given) {
        return given.has(FIELD) ? given.read(FIELD, JobHeaders::read) : Headers.NONE;
    }

    private static Headers read(JsonScanner json) {
        if (json.token() != JsonToken.OBJECT) {
            throw GrapeException.badValue(FIELD, "an object", json.token().words());
        }
        Map<String, String> values = new LinkedHashMap<>();
        while (json.next() != JsonToken.OBJECT_END) {
            if (values.size() == Limits.MAX_HEADERS) {
                throw Headers.tooMany(Limits.MAX_HEADERS + countRest(json));
            }
            String name = Headers.checkedName(json.text());
            if (json.next() != JsonToken.STRING) {
                throw GrapeException.badValue(
                        FIELD + "." + name, "a string", json.token().words());
            }
            if (values.put(name, json.text()) != null) {
                throw GrapeException.badValue(FIELD + "." + name, "it once", "it twice");
            }
        }
        return new Headers(values);
    }

    /** The headers from the present one on, which are too many to be held. */
    private static int countRest(JsonScanner json) {
        int count = 0;
        while (json.token() != JsonToken.OBJECT_END) {
            count++;
            json.next();
            json.skip(FIELD);
            json.next();
        }
        return count;
    }

    /** Those of a request that begin with {@code Grape-Header-}, in whatever case. */
    static Headers ofHttp(Iterable<Map.Entry<String, String>> all) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, String> header : all) {
            String full = header.getKey();
            if (full.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                String name =
                        Headers.checkedName(full.substring(PREFIX.length()).toLowerCase(Locale.ROOT));
                if (values.put(name, header.getValue()) != null) {
                    throw GrapeException.badValue(PREFIX + name, "it once", "it twice");
                }
            }
        }
        return values.isEmpty() ? Headers.NONE : new Headers(values);
    }

    /** The field, when there are any. */
    static void write(JsonGenerator json, Headers headers) throws IOException {
        if (headers.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(FIELD);
        for (Map.Entry<String, String> header : headers.values().entrySet()) {
            json.writeStringField(header.getKey(), header.getValue());
        }
        json.writeEndObject();
    }

    static Response put(Response reply, Headers headers) {
        Response full = reply;
        for (Map.Entry<String, String> header : headers.values().entrySet()) {
            full = full.header(PREFIX + header.getKey(), header.getValue());
        }
        return full;
    }
}
