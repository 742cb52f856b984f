package io.grape.server.http.v1;

import io.grape.catalog.GateFields;
import io.grape.catalog.GateMatchFields;
import io.grape.core.GrapeException;
import io.grape.core.gate.Gate;
import io.grape.core.gate.GateRequest;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;

/** Gates of tubes as JSON. */
final class GateJson {
    private GateJson() {}

    static GateRequest read(JsonFields given, String by) {
        return GateRequest.of(GateFields.SCHEMA.read(given, "", GrapeException::badValue), by);
    }

    static JsonObject of(Gate gate) {
        return new JsonObject()
                .put("name", gate.name())
                .put("match", GateMatchFields.SCHEMA.toJson(gate.match().values()))
                .put("mode", gate.mode().wireName())
                .put("state", gate.isLifting() ? "lifting" : "active")
                .put("until", Rfc3339.text(gate.until()))
                .put("since", Rfc3339.text(gate.since()))
                .put("by", gate.by().isEmpty() ? null : gate.by())
                .put("reason", gate.reason())
                .put("held", gate.held())
                .put("dropped", gate.dropped())
                .put("buried", gate.buried());
    }
}
