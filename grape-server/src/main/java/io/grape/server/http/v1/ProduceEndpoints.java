package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.AckLevel;
import io.grape.core.job.Broker;
import io.grape.core.job.NewJob;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.server.access.Right;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.http.json.PercentEncoding;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Producing: one job as it is, or one or many in JSON. */
public final class ProduceEndpoints implements Endpoints {
    private static final String JOBS = "/v1/tubes/{tube}/jobs";
    private static final String ACK = "ack";
    private static final String[] QUERY =
            Stream.concat(Stream.of(JobParser.QUERY), Stream.of(ACK)).toArray(String[]::new);

    private final Broker broker;
    private final NewTubes newTubes;
    private final RateQuotas quotas;
    private final int maxPayload;

    public ProduceEndpoints(Broker broker, NewTubes newTubes, RateQuotas quotas, int maxPayload) {
        this.quotas = quotas;
        this.broker = broker;
        this.newTubes = newTubes;
        this.maxPayload = maxPayload;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.put(JOBS + "/{id}", Right.JOBS_PRODUCE, this::raw)
                        .query(QUERY)
                        .body(maxPayload),
                Endpoint.post(JOBS, Right.JOBS_PRODUCE, this::json).query(ACK).body(JsonRequests.MAX_BYTES));
    }

    private Future<Response> raw(Request request) {
        TubeName tube = request.newTube();
        JobId id = request.jobId();
        String contentType = request.contentType();
        return request.read(body -> PayloadParser.ofBody(body, contentType))
                .map(payload -> JobParser.of(id, payload, JobHeaders.ofHttp(request.headers()), request.query()))
                .compose(job -> one(request, tube, job));
    }

    private Future<Response> one(Request request, TubeName tube, NewJob job) {
        ProduceOptions options = options(request);
        QuotaClient client = quotas.limitedClient(request::client, QuotaPart.PRODUCE);
        Future<Produced> done = client == null
                ? produce(request, tube, job, options)
                : request.await(quotas.produce(
                        client, () -> produce(request, tube, job, options).toCompletionStage()));
        return done.map(produced -> reply(tube, produced));
    }

    private Future<Produced> produce(Request request, TubeName tube, NewJob job, ProduceOptions options) {
        return newTubes.into(
                request,
                tube,
                onMissing -> request.await(
                        broker.produce(tube, job, options.onMissingTube(onMissing), request.callContext())));
    }

    private Future<List<ItemResult<Produced>>> all(
            Request request, TubeName tube, List<NewJob> jobs, ProduceOptions options) {
        QuotaClient client = quotas.limitedClient(request::client, QuotaPart.PRODUCE);
        return client == null
                ? produce(request, tube, jobs, options)
                : request.await(quotas.produce(
                        client,
                        jobs,
                        some -> produce(request, tube, some, options).toCompletionStage()));
    }

    private Future<List<ItemResult<Produced>>> produce(
            Request request, TubeName tube, List<NewJob> jobs, ProduceOptions options) {
        return newTubes.into(
                request,
                tube,
                onMissing -> request.await(
                        broker.produce(tube, jobs, options.onMissingTube(onMissing), request.callContext())));
    }

    /** What the query says of all jobs of the call. */
    private static ProduceOptions options(Request request) {
        String ack = request.query().text(ACK);
        return ack == null ? ProduceOptions.USUAL : ProduceOptions.USUAL.ack(AckLevel.parse(ack));
    }

    private static Response reply(TubeName tube, Produced produced) {
        return Response.json(produced.created() ? 201 : 200, Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("id", produced.id().value());
            json.writeStringField("tube", tube.value());
            json.writeStringField("state", produced.state().wireName());
            json.writeBooleanField("created", produced.created());
            json.writeStringField("dueAt", Rfc3339.text(produced.dueAt()));
            writeSuccessor(json, produced.successor());
            json.writeEndObject();
        }));
    }

    private Future<Response> json(Request request) {
        TubeName tube = request.newTube();
        return request.read(body -> wanted(request, tube, body)).compose(Supplier::get);
    }

    /** What is to be done for a body, once it is read. */
    private Supplier<Future<Response>> wanted(Request request, TubeName tube, byte[] body) {
        JsonRequests given = JsonRequests.objectOrArray(body, JobParser.FIELDS);
        if (given.many()) {
            BatchOutcome<NewJob> batch = BatchOutcome.read(
                    given.objects(), this::checked, job -> job.id().value());
            return () -> many(request, tube, batch);
        }
        NewJob job = checked(given.objects().get(0));
        return () -> located(request, tube, job);
    }

    private NewJob checked(JsonFields fields) {
        NewJob job = JobParser.ofFields(fields);
        PayloadParser.checkSize(job.payload(), maxPayload);
        return job;
    }

    private Future<Response> many(Request request, TubeName tube, BatchOutcome<NewJob> batch) {
        ProduceOptions options = options(request);
        return batch.run(jobs -> all(request, tube, jobs, options))
                .map(results -> results.reply(ProduceEndpoints::writeResult));
    }

    private Future<Response> located(Request request, TubeName tube, NewJob job) {
        String location = "/v1/tubes/" + PercentEncoding.encodedSegment(tube.value()) + "/jobs/"
                + PercentEncoding.encodedSegment(job.id().value());
        return one(request, tube, job).map(reply -> reply.status() == 201 ? reply.header("Location", location) : reply);
    }

    static void writeResult(JsonGenerator json, Produced produced) throws IOException {
        json.writeBooleanField("created", produced.created());
        json.writeStringField("state", produced.state().wireName());
        // There may be a thousand of them: what is not there is left out.
        if (produced.dueAt() != null) {
            json.writeStringField("dueAt", Rfc3339.text(produced.dueAt()));
        }
        writeSuccessor(json, produced.successor());
    }

    /** Says that another job follows, where one does. */
    static void writeSuccessor(JsonGenerator json, boolean successor) throws IOException {
        if (successor) {
            json.writeBooleanField("successor", true);
        }
    }
}
