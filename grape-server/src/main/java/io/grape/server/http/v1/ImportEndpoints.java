package io.grape.server.http.v1;

import io.grape.core.TubeName;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.migration.Adoption;
import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import java.util.List;

/** Jobs of another broker, as they were there. */
public final class ImportEndpoints implements Endpoints {
    private final Adoption adoption;
    private final int maxPayload;

    public ImportEndpoints(Adoption adoption, int maxPayload) {
        this.adoption = adoption;
        this.maxPayload = maxPayload;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(Endpoint.post("/v1/tubes/{tube}/import", Right.TUBES_ADMIN, this::take)
                .body(JsonRequests.MAX_BYTES)
                .audited("jobs.import"));
    }

    private Future<Response> take(Request request) {
        TubeName tube = request.tube();
        return request.read(body -> BatchOutcome.read(
                        JsonRequests.array(body, ImportParser.FIELDS),
                        this::checked,
                        job -> job.id().value()))
                .compose(batch -> batch.run(jobs -> request.await(adoption.adopt(tube, jobs))))
                .map(results -> results.reply(ProduceEndpoints::writeResult));
    }

    private AdoptedJob checked(JsonFields fields) {
        AdoptedJob job = ImportParser.ofFields(fields);
        PayloadParser.checkSize(job.job().payload(), maxPayload);
        return job;
    }
}
