package io.grape.server.http.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The items of a call on many: what is wrong with one leaves its neighbours alone, and the responses are in their order. */
record BatchOutcome<T>(List<Item<T>> items) {
    /**
     * One item.
     *
     * @param id null when it has none that can be read
     */
    record Item<T>(@Nullable String id, ItemResult<T> outcome) {}

    /** 200 characters, each of which may be a pair. */
    private static final int LONGEST_ID = 400;

    /** Writes the fields behind {@code id} of an item that went well. */
    interface Fields<T> {
        void write(JsonGenerator json, T value) throws IOException;
    }

    static <T> BatchOutcome<T> read(List<JsonFields> objects, Function<JsonFields, T> parse, Function<T, String> id) {
        List<Item<T>> items = new ArrayList<>(objects.size());
        for (JsonFields object : objects) {
            try {
                T value = parse.apply(object);
                items.add(new Item<>(id.apply(value), ItemResult.of(value)));
            } catch (GrapeException e) {
                String detail = "item " + items.size() + ": " + e.detail();
                items.add(new Item<>(whole(object.name()), ItemResult.failed(e.withDetail(detail))));
            }
        }
        return new BatchOutcome<>(items);
    }

    /** With a question mark for half of a surrogate pair, which is no JSON. Null for one that is longer than any id: answers are short. */
    private static @Nullable String whole(@Nullable String text) {
        return text == null || text.length() > LONGEST_ID ? null : new String(text.getBytes(UTF_8), UTF_8);
    }

    /** Does what can be done, in one go. */
    <R> Future<BatchOutcome<R>> run(Function<List<T>, Future<List<ItemResult<R>>>> action) {
        List<T> good = items.stream()
                .filter(item -> item.outcome().failure() == null)
                .map(item -> item.outcome().get())
                .toList();
        Future<List<ItemResult<R>>> done = good.isEmpty() ? Future.succeededFuture(List.of()) : action.apply(good);
        return done.map(this::with);
    }

    private <R> BatchOutcome<R> with(List<ItemResult<R>> done) {
        Iterator<ItemResult<R>> next = done.iterator();
        List<Item<R>> results = new ArrayList<>(items.size());
        for (Item<T> item : items) {
            GrapeException failure = item.outcome().failure();
            results.add(new Item<>(item.id(), failure == null ? next.next() : ItemResult.failed(failure)));
        }
        return new BatchOutcome<>(results);
    }

    /** {@code {"results":[…]}}. */
    Response reply(Fields<T> fields) {
        return Response.json(200, Json.write(json -> {
            json.writeStartObject();
            writeArray(json, fields);
            json.writeEndObject();
        }));
    }

    /** {@code "results":[…]}. */
    void writeArray(JsonGenerator json, Fields<T> fields) throws IOException {
        json.writeArrayFieldStart("results");
        for (Item<T> item : items) {
            json.writeStartObject();
            json.writeStringField("id", item.id());
            write(json, item.outcome(), fields);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static <T> void write(JsonGenerator json, ItemResult<T> outcome, Fields<T> fields) throws IOException {
        GrapeException failure = outcome.failure();
        if (failure == null) {
            fields.write(json, outcome.get());
        } else {
            json.writeObjectFieldStart("error");
            json.writeStringField("code", failure.code().name());
            json.writeStringField("detail", failure.detail());
            if (failure.field() != null) {
                json.writeStringField("field", failure.field());
            }
            json.writeEndObject();
        }
    }
}
