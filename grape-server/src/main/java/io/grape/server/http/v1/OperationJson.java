package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationRequest;
import io.grape.server.http.json.Rfc3339;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes operations. */
final class OperationJson {
    private OperationJson() {}

    static void write(JsonGenerator json, Operation operation) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", operation.id());
        writeRequest(json, operation.request());
        json.writeStringField("state", operation.state().wireName());
        writeText(json, "why", operation.why());
        json.writeNumberField("matching", operation.matching());
        json.writeNumberField("done", operation.done());
        json.writeNumberField("skipped", operation.skipped());
        json.writeNumberField("failuresSince", operation.failuresSince());
        json.writeStringField("createdAt", Rfc3339.text(operation.createdAt()));
        writeText(json, "createdBy", operation.request().createdBy());
        writeText(json, "endedAt", Rfc3339.text(operation.endedAt()));
        Duration eta = operation.eta();
        writeNumber(json, "etaMs", eta == null ? null : eta.toMillis());
        json.writeEndObject();
    }

    private static void writeRequest(JsonGenerator json, OperationRequest request) throws IOException {
        json.writeStringField("kind", request.kind().wireName());
        json.writeStringField("tube", request.tube().value());
        json.writeStringField("from", request.from().wireName());
        writeText(json, "reason", request.reason());
        writeText(json, "dueFrom", Rfc3339.text(request.due().from()));
        writeText(json, "dueTo", Rfc3339.text(request.due().to()));
        writeNumber(json, "limit", request.limit());
        writeNumber(json, "perSecond", request.perSecond());
        writeNumber(
                json,
                "delayMs",
                request.delay().isZero() ? null : request.delay().toMillis());
        writeNumber(json, "stopAfterFailures", request.stopAfterFailures());
    }

    private static void writeText(JsonGenerator json, String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    private static void writeNumber(JsonGenerator json, String field, @Nullable Long value) throws IOException {
        if (value != null) {
            json.writeNumberField(field, value);
        }
    }
}
