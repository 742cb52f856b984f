package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.Verb;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.server.access.Right;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.presence.WorkerName;
import io.grape.server.presence.Workers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What consumers say of the jobs they hold. A broker that drains still listens to them: it takes work away. */
public final class AckEndpoints implements Endpoints {
    private static final String JOB = "/v1/tubes/{tube}/jobs/{id}/";
    /** A checkpoint in Base64, and what is around it. */
    private static final int MAX_HANDOVER_BYTES = 2 * Limits.MAX_CHECKPOINT_BYTES;

    private final Broker broker;
    private final NextJobs next;
    private final RateQuotas quotas;
    private final Workers workers;
    private final int maxPayload;

    /** Takes results as long as payloads may be. */
    public AckEndpoints(Backend behind, int maxPayload) {
        this.quotas = behind.quotas();
        this.workers = behind.workers();
        this.broker = behind.broker();
        this.maxPayload = maxPayload;
        this.next = new NextJobs(behind.waiters(), behind.access(), quotas, workers);
    }

    @Override
    public List<Endpoint> calls() {
        List<Endpoint> calls = new ArrayList<>();
        AckParser.EXTRAS.forEach((verb, extras) -> {
            Endpoint call = one(verb).query(names(verb, extras));
            calls.add(verb == Verb.FINISH ? call.body(maxPayload) : call);
        });
        calls.add(Endpoint.post(JOB + "handover", Right.JOBS_CONSUME, this::handOver)
                .query("lease")
                .body(MAX_HANDOVER_BYTES)
                .of(CallClass.ACKNOWLEDGEMENT));
        calls.add(Endpoint.post("/v1/tubes/{tube}/acks", Right.JOBS_CONSUME, this::many)
                .query("next", "waitMs")
                .body(JsonRequests.MAX_BYTES)
                .of(CallClass.ACKNOWLEDGEMENT));
        return calls;
    }

    private Future<Response> handOver(Request request) {
        TubeName tube = request.tube();
        Lease lease = Lease.parse(request.query().required("lease"));
        JobId id = request.jobId();
        return request.read(body -> AckParser.handOver(id, lease, JsonRequests.object(body, AckParser.CHECKPOINT)))
                .compose(given -> acknowledge(request, tube, given))
                .map(done -> Response.json(200, body(done)));
    }

    private Endpoint one(Verb verb) {
        return Endpoint.post(JOB + verb.wireName(), Right.JOBS_CONSUME, request -> one(request, verb))
                .of(CallClass.ACKNOWLEDGEMENT);
    }

    private static String[] names(Verb verb, Set<String> extras) {
        Stream<String> next = verb == Verb.FINISH ? Stream.of("next", "waitMs") : Stream.empty();
        return Stream.concat(Stream.concat(Stream.of("lease"), next), extras.stream())
                .toArray(String[]::new);
    }

    private Future<Response> one(Request request, Verb verb) {
        TubeName tube = request.tube();
        Acknowledgement given = AckParser.of(verb, request.jobId(), request.query());
        ConsumeRequest wanted = verb == Verb.FINISH ? ConsumeRequest.next(tube, request.query()) : null;
        if (request.body().length == 0) {
            return one(request, tube, given, wanted);
        }
        String contentType = request.contentType();
        return request.read(body -> PayloadParser.ofResult(body, contentType))
                .compose(result ->
                        one(request, tube, new Acknowledgement.Finish(given.id(), given.lease(), result), wanted));
    }

    private Future<Response> one(
            Request request, TubeName tube, Acknowledgement given, @Nullable ConsumeRequest wanted) {
        Future<Acknowledged> done = acknowledge(request, tube, given);
        return wanted == null
                ? done.map(acknowledged -> Response.json(200, body(acknowledged)))
                : next.take(request, wanted, done, AckEndpoints::body);
    }

    private Future<Acknowledged> acknowledge(Request request, TubeName tube, Acknowledgement given) {
        WorkerName worker = request.worker();
        CompletionStage<Acknowledged> done = broker.acknowledge(tube, given);
        quotas.countAcknowledged(request::client, tube, given, done);
        if (worker != null) {
            workers.acknowledges(
                    worker, tube, List.of(given), done.thenApply(acknowledged -> List.of(ItemResult.of(acknowledged))));
        }
        return request.await(done);
    }

    private Future<List<ItemResult<Acknowledged>>> acknowledge(
            Request request, TubeName tube, List<Acknowledgement> given) {
        WorkerName worker = request.worker();
        CompletionStage<List<ItemResult<Acknowledged>>> done = broker.acknowledge(tube, given);
        quotas.countAcknowledged(request::client, tube, given, done);
        workers.acknowledges(worker, tube, given, done);
        return request.await(done);
    }

    /** The response to what was done to one job. */
    static Buffer body(Acknowledged done) {
        return body(done, null);
    }

    private static Buffer body(Acknowledged done, @Nullable List<Job> next) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("id", done.id().value());
            write(json, done);
            if (next != null) {
                JobJson.writeArray(json, next, true);
            }
            json.writeEndObject();
        });
    }

    private Future<Response> many(Request request) {
        TubeName tube = request.tube();
        ConsumeRequest wanted = ConsumeRequest.next(tube, request.query());
        return request.read(body -> BatchOutcome.read(
                        JsonRequests.array(body, AckParser.FIELDS),
                        AckParser::ofFields,
                        given -> given.id().value()))
                .compose(batch -> {
                    Future<BatchOutcome<Acknowledged>> done = batch.run(given -> acknowledge(request, tube, given));
                    return wanted == null
                            ? done.map(results -> results.reply(AckEndpoints::write))
                            : next.take(request, wanted, done, AckEndpoints::body);
                });
    }

    private static Buffer body(BatchOutcome<Acknowledged> results, List<Job> next) {
        return Json.write(json -> {
            json.writeStartObject();
            results.writeArray(json, AckEndpoints::write);
            JobJson.writeArray(json, next, true);
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Acknowledged done) throws IOException {
        JobState state = done.state();
        json.writeStringField("state", state == null ? "finished" : state.wireName());
        if (state == JobState.RETAINED) {
            json.writeStringField("leaseUntil", Rfc3339.text(done.leaseUntil()));
            WorkJson.write(json, done.cancelled());
        } else if (state != null) {
            json.writeStringField("dueAt", Rfc3339.text(done.dueAt()));
        }
        ProduceEndpoints.writeSuccessor(json, done.successor());
    }
}
