package io.grape.server.http.v1;

import static io.grape.catalog.OperationFields.DELAY;
import static io.grape.catalog.OperationFields.SCHEMA;
import static io.grape.catalog.OperationFields.TO;

import io.grape.catalog.Values;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationRequest;
import io.grape.server.access.Principal;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Operations as JSON. Fields that are null are left out. */
final class OperationJson {
    /** Without full stop and semicolon, which end a sentence more often than they are part of a name. */
    private static final String TUBE_CHARACTER = "[A-Za-z0-9+/$_-]";

    private OperationJson() {}

    /**
     * Shows an operation.
     *
     * @param visible which tubes the reader may see; the target of a move is hidden if it is another one
     */
    static JsonObject of(Operation operation, Predicate<String> visible) {
        OperationRequest request = operation.request();
        JsonObject json = new JsonObject().put("id", operation.id());
        SCHEMA.toJson(shown(request.values(), visible)).forEach(json::put);
        return Json.known(json.put("state", operation.state().wireName())
                .put("why", why(operation, visible))
                .put("matching", operation.matching())
                .put("done", operation.done())
                .put("skipped", operation.skipped())
                .put("failuresSince", operation.failuresSince())
                .put("createdAt", Rfc3339.text(operation.createdAt()))
                .put("createdBy", request.createdBy())
                .put("endedAt", Rfc3339.text(operation.endedAt()))
                .put("etaMs", Json.millis(operation.eta())));
    }

    /** Hides the target of a move in the message of a failure, too. */
    private static @Nullable String why(Operation operation, Predicate<String> visible) {
        String why = operation.why();
        if (why == null || operation.request().to() == null) {
            return why;
        }
        String to = operation.request().target().value();
        return visible.test(to)
                ? why
                : Pattern.compile("(?<!" + TUBE_CHARACTER + ")" + Pattern.quote(to) + "(?!" + TUBE_CHARACTER + ")")
                        .matcher(why)
                        .replaceAll(Matcher.quoteReplacement(Principal.HIDDEN));
    }

    private static Values shown(Values values, Predicate<String> visible) {
        Values shown = values.get(DELAY).isZero() ? values.with(DELAY, null) : values;
        String to = values.find(TO);
        return to == null || visible.test(to) ? shown : shown.with(TO, Principal.HIDDEN);
    }
}
