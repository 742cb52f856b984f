package io.grape.server.http.v1;

import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationRequest;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;

/** Operations as JSON. What is null is left out. */
final class OperationJson {
    private OperationJson() {}

    static JsonObject of(Operation operation) {
        OperationRequest request = operation.request();
        return Json.known(new JsonObject()
                .put("id", operation.id())
                .put("kind", request.kind().wireName())
                .put("tube", request.tube().value())
                .put("from", request.from().wireName())
                .put("reason", request.reason())
                .put("dueFrom", Rfc3339.text(request.due().from()))
                .put("dueTo", Rfc3339.text(request.due().to()))
                .put("key", request.tags().key())
                .put("label", request.tags().label())
                .put("limit", request.limit())
                .put("perSecond", request.perSecond())
                .put(
                        "delayMs",
                        request.delay().isZero() ? null : request.delay().toMillis())
                .put("to", request.to() == null ? null : request.target().value())
                .put("stopAfterFailures", request.stopAfterFailures())
                .put("state", operation.state().wireName())
                .put("why", operation.why())
                .put("matching", operation.matching())
                .put("done", operation.done())
                .put("skipped", operation.skipped())
                .put("failuresSince", operation.failuresSince())
                .put("createdAt", Rfc3339.text(operation.createdAt()))
                .put("createdBy", request.createdBy())
                .put("endedAt", Rfc3339.text(operation.endedAt()))
                .put("etaMs", Json.millis(operation.eta())));
    }
}
