package io.grape.server.http.openapi;

import io.grape.server.http.HttpDoc;
import io.grape.server.http.HttpDoc.Exchange;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The examples are the exchanges that {@code docs/http.md} shows. */
final class Examples {
    private final List<Exchange> exchanges = HttpDoc.read().exchanges();

    /** What a call is shown with as its body; where it takes an array, one of that. */
    Optional<Object> request(CallDoc call, String type, boolean isArray) {
        return first(isOf(call).and(one -> one.request().body() != null))
                .map(one -> value(one.request().body(), type))
                .map(shown -> isArray && !(shown instanceof JsonArray) ? JsonArray.of(shown) : shown);
    }

    /** What a call is shown to respond with. */
    Optional<Object> reply(CallDoc call, int status, String type) {
        return first(isOf(call).and(one -> one.status() == status && body(one) != null))
                .map(one -> value(body(one), type));
    }

    /** A problem that is shown with a status. */
    Optional<Object> problem(int status) {
        return first(one -> one.status() == status && body(one) != null).map(one -> value(body(one), CallDoc.JSON));
    }

    private static @Nullable String body(Exchange shown) {
        String body = shown.answer().body();
        return body == null && CallDoc.JSON.equals(shown.answer().headers().get("Content-Type"))
                ? shown.instance()
                : body;
    }

    private static Object value(@Nullable String body, String type) {
        String text = Objects.requireNonNull(body);
        return type.equals(CallDoc.JSON) ? Json.decodeValue(text) : text;
    }

    private static Predicate<Exchange> isOf(CallDoc call) {
        String pattern = call.call.replaceAll("\\{[^}]+}", "[^/]+");
        return one -> (one.method() + " " + one.path().replaceFirst("\\?.*", "")).matches(pattern);
    }

    private Optional<Exchange> first(Predicate<Exchange> wanted) {
        return exchanges.stream().filter(wanted).findFirst();
    }
}
