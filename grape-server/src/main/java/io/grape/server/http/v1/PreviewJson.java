package io.grape.server.http.v1;

import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.server.access.Right;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.vertx.core.Future;

/** Previews of what would happen to many jobs, as JSON. */
final class PreviewJson {
    private PreviewJson() {}

    /** The response to a dry run of an operation. */
    static Future<Response> of(Request request, Operations operations, OperationRequest wanted) {
        boolean whole = request.caller().may(Right.JOBS_PAYLOAD);
        return request.memory()
                .awaitJobs(Operations.MAX_SHOWN, () -> operations.preview(wanted), Preview::sample)
                .compose(preview -> JobJson.make(request, preview.sample(), () -> response(preview, whole)));
    }

    static Response response(Preview preview, boolean whole) {
        return Response.json(200, Json.write(json -> {
                    json.writeStartObject();
                    json.writeNumberField("matching", preview.matching());
                    json.writeBooleanField("exact", preview.isExact());
                    JobJson.writeArray(json, "sample", preview.sample(), whole);
                    json.writeEndObject();
                }))
                .notStored();
    }
}
