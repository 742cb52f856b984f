package io.grape.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the results of a call for many in one pass, without a tree of them. Unknown fields are ignored. */
final class ResultReader {
    private static final JsonFactory FACTORY = ForgetfulJson.ofAnyShape();

    /** The fields of a result that are no objects, and the fields of those that are. */
    private record Item(Map<String, String> fields, Map<String, Map<String, String>> objects) {
        String need(String name) throws IOException {
            String value = fields.get(name);
            if (value == null) {
                throw new IOException("expected an object with '" + name + "', got something else");
            }
            return value;
        }

        boolean needBoolean(String name) throws IOException {
            return switch (need(name)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IOException("expected '" + name + "' to be a boolean, got something else");
            };
        }

        @Nullable
        Instant instant(String name) {
            String value = fields.get(name);
            return value == null ? null : WireTime.parse(value);
        }

        boolean isTrue(String name) {
            return Boolean.parseBoolean(fields.get(name));
        }

        @Nullable
        Cancellation cancelled() {
            Map<String, String> cancelled = objects.getOrDefault("cancelled", Map.of());
            String at = cancelled.get("at");
            return at == null ? null : new Cancellation(WireTime.parse(at), cancelled.getOrDefault("reason", ""));
        }

        GrapeException failure(Map<String, String> error) {
            return GrapeException.of(error.getOrDefault("code", ""), error.getOrDefault("detail", ""), null, null)
                    .ofJob(fields.get("id"));
        }
    }

    private ResultReader() {}

    /** Reads what a single produce did. */
    static Produced produced(byte[] body) throws IOException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            parser.nextToken();
            return produced(item(parser));
        }
    }

    /** Of a call for many, in order. */
    static List<Result<Produced>> allProduced(byte[] body) throws IOException {
        return results(body, ResultReader::produced);
    }

    /** Of a call for many, in order. */
    static List<Result<Acknowledged>> allAcknowledged(byte[] body) throws IOException {
        return results(body, ResultReader::acknowledged);
    }

    private static Produced produced(Item item) throws IOException {
        return new Produced(
                item.need("id"),
                item.needBoolean("created"),
                JobState.of(item.need("state")),
                item.instant("dueAt"),
                item.isTrue("successor"));
    }

    private static Acknowledged acknowledged(Item item) throws IOException {
        return new Acknowledged(
                item.need("id"),
                JobState.of(item.need("state")),
                item.instant("dueAt"),
                item.instant("leaseUntil"),
                item.cancelled(),
                item.isTrue("successor"));
    }

    private static <T> List<Result<T>> results(byte[] body, Futures.Reading<Item, T> reading) throws IOException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isResults = parser.currentName().equals("results");
                if (parser.nextToken() == JsonToken.START_ARRAY && isResults) {
                    return items(parser, reading);
                }
                parser.skipChildren();
            }
        }
        throw new IOException("expected an object with 'results', got something else");
    }

    private static <T> List<Result<T>> items(JsonParser parser, Futures.Reading<Item, T> reading) throws IOException {
        List<Result<T>> results = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Item item = item(parser);
            Map<String, String> error = item.objects().get("error");
            results.add(error == null ? Result.of(reading.read(item)) : Result.failed(item.failure(error)));
        }
        return results;
    }

    private static Item item(JsonParser parser) throws IOException {
        if (!parser.isExpectedStartObjectToken()) {
            throw new IOException("expected an object, got something else");
        }
        Map<String, String> fields = new HashMap<>();
        Map<String, Map<String, String>> objects = new HashMap<>(0);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                objects.put(name, scalars(parser));
            } else {
                put(fields, name, parser);
            }
        }
        return new Item(fields, objects);
    }

    private static Map<String, String> scalars(JsonParser parser) throws IOException {
        Map<String, String> scalars = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            put(scalars, name, parser);
        }
        return scalars;
    }

    private static void put(Map<String, String> fields, String name, JsonParser parser) throws IOException {
        JsonToken value = parser.currentToken();
        if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
            fields.put(name, parser.getText());
        } else {
            parser.skipChildren();
        }
    }
}
