package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.gate.Gate;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Gates of tubes as JSON. */
final class GateJson {
    private static final String KEY = "key";
    private static final String LABEL = "label";
    private static final String ALL = "all";
    private static final String MATCH = "match";
    private static final String MODE = "mode";
    private static final String UNTIL = "until";
    private static final String REASON = "reason";
    private static final Set<String> MATCHES = Set.of(KEY, LABEL, ALL);

    static final Set<String> FIELDS = Set.of(MATCH, MODE, UNTIL, REASON);

    private GateJson() {}

    static GateRequest read(JsonFields given, String by) {
        String reason = given.hasValue(REASON) ? given.text(REASON) : null;
        return new GateRequest(
                match(given),
                GateMode.parse(given.required(MODE, "hold, drop, bury or refuse")),
                given.hasValue(UNTIL) ? given.instant(UNTIL) : null,
                reason == null ? "" : reason,
                by);
    }

    private static GateMatch match(JsonFields given) {
        JsonFields match = given.object(MATCH, MATCHES);
        if (Stream.of(KEY, LABEL, ALL).filter(match::hasValue).count() != 1) {
            throw GrapeException.badValue(MATCH, "an object with one of key, label and all", "none or several");
        }
        if (match.hasValue(KEY)) {
            return GateMatch.key(Objects.requireNonNull(match.text(KEY)));
        }
        if (match.hasValue(LABEL)) {
            return GateMatch.label(Objects.requireNonNull(match.text(LABEL)));
        }
        if (!match.flag(ALL)) {
            throw GrapeException.badValue("match.all", "true", "false");
        }
        return GateMatch.ALL;
    }

    static JsonObject of(Gate gate) {
        return new JsonObject()
                .put("name", gate.name())
                .put(MATCH, of(gate.match()))
                .put(MODE, gate.mode().wireName())
                .put("state", gate.isLifting() ? "lifting" : "active")
                .put(UNTIL, Rfc3339.text(gate.until()))
                .put("since", Rfc3339.text(gate.since()))
                .put("by", gate.by().isEmpty() ? null : gate.by())
                .put(REASON, gate.reason())
                .put("held", gate.held())
                .put("dropped", gate.dropped())
                .put("buried", gate.buried());
    }

    private static JsonObject of(GateMatch match) {
        return switch (match.kind()) {
            case KEY -> new JsonObject().put(KEY, match.value());
            case LABEL -> new JsonObject().put(LABEL, match.value());
            case ALL -> new JsonObject().put(ALL, true);
        };
    }
}
