package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The document at {@code /openapi.json}. */
record OpenApi(JsonObject document) {
    /** One operation of it, with its references followed. */
    record Operation(
            HttpMethod method, String path, JsonObject body, List<JsonObject> parameters, JsonObject responses) {
        List<String> names(String in) {
            return parameters.stream()
                    .filter(parameter -> parameter.getString("in").equals(in))
                    .map(parameter -> parameter.getString("name"))
                    .sorted()
                    .toList();
        }

        String name() {
            return method + " " + path;
        }
    }

    static OpenApi read() {
        return new OpenApi(new JsonObject(text()));
    }

    /** The document as it is served. */
    static String text() {
        try (InputStream in = OpenApi.class.getResourceAsStream("admin/openapi.json")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
            for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
                operations.add(operation(
                        HttpMethod.valueOf(method.getKey().toUpperCase(Locale.ROOT)), path.getKey(), (JsonObject)
                                method.getValue()));
            }
        }
        return operations;
    }

    private Operation operation(HttpMethod method, String path, JsonObject written) {
        List<JsonObject> parameters = written.getJsonArray("parameters", new JsonArray()).stream()
                .map(one -> followed((JsonObject) one))
                .toList();
        JsonObject responses = new JsonObject();
        written.getJsonObject("responses")
                .forEach(response -> responses.put(response.getKey(), followed((JsonObject) response.getValue())));
        return new Operation(method, path, written, parameters, responses);
    }

    /** What a reference stands for. */
    JsonObject followed(JsonObject one) {
        String reference = one.getString("$ref");
        if (reference == null) {
            return one;
        }
        JsonObject at = document;
        for (String step : reference.replaceFirst("^#/", "").split("/", -1)) {
            at = Objects.requireNonNull(at.getJsonObject(step), reference);
        }
        return at;
    }
}
