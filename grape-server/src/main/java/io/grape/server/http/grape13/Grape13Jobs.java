package io.grape.server.http.grape13;

import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.PendingConsume;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Right;
import io.grape.server.admission.RateQuotas;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.v1.JobJson;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The calls of Grape 1.3 that concern jobs. Its clients know no leases: what they say of a job concerns the lease that it has
 * at that moment, whoever holds it. Parameters are read in the order in which 1.3 finds fault with them. A job that is not there, or not in a state for the call, is no fault: the response is false.
 */
final class Grape13Jobs {
    private static final ProduceOptions IN_A_TUBE_THAT_IS_THERE =
            ProduceOptions.USUAL.onMissingTube(OnMissingTube.FAIL);

    private final Broker broker;
    private final Tubes tubes;
    private final BlockingConsume waiters;
    private final RateQuotas quotas;

    Grape13Jobs(Backend behind) {
        this.broker = behind.broker();
        this.tubes = behind.tubes();
        this.waiters = behind.waiters();
        this.quotas = behind.quotas();
    }

    Future<Response> produce(Grape13Request given) {
        Duration dtr = given.dtr();
        Duration ttr = given.ttr();
        JobId id = given.newJid();
        TubeName tube = given.tube();
        return given.payload()
                .map(payload -> NewJob.of(id, payload).due(Due.after(dtr)).ttr(ttr))
                .compose(job -> given.await(produce(given, tube, job)))
                .map(produced -> yesOrNo(produced.created()));
    }

    private CompletionStage<Produced> produce(Grape13Request given, TubeName tube, NewJob job) {
        QuotaClient client = quotas.limitedClient(given.request()::client, QuotaPart.PRODUCE);
        return client == null
                ? broker.produce(tube, job, IN_A_TUBE_THAT_IS_THERE)
                : quotas.produce(client, () -> broker.produce(tube, job, IN_A_TUBE_THAT_IS_THERE));
    }

    /** Where the jobs of a request come from, as far as its client may have some. */
    private BlockingConsume source(Grape13Request given) {
        return quotas.consumeWithoutLeases(given.request()::client, waiters);
    }

    Future<Response> consume(Grape13Request given) {
        TubeName tube = given.tube();
        PendingConsume visit = source(given)
                .consume(
                        List.of(tube),
                        given.max(),
                        Duration.ZERO,
                        given.request().memory().room());
        given.request().whenGone(visit::leave);
        return given.await(visit.jobs()).compose(jobs -> jobs.isEmpty() ? nothing(given, tube) : handOut(given, jobs));
    }

    private Future<Response> handOut(Grape13Request given, List<Job> jobs) {
        BlockingConsume source = source(given);
        return JobJson.make(given.request(), jobs, () -> jobs(jobs, 1, true))
                .onFailure(failure -> source.giveBack(jobs))
                .map(reply -> reply.handingOut(jobs, source));
    }

    /** Nothing is ready; whether that is because there is no such tube is looked up here, where it costs the others nothing. */
    private Future<Response> nothing(Grape13Request given, TubeName tube) {
        return given.await(tubes.exists(tube)).map(exists -> {
            if (!exists) {
                throw Grape13Refusal.unknownTube(given.tubeText());
            }
            return jobs(List.of(), 1, true);
        });
    }

    Future<Response> finish(Grape13Request given) {
        return acknowledge(given, new Acknowledgement.Finish(given.jid(), Lease.CURRENT));
    }

    Future<Response> release(Grape13Request given) {
        Duration dtr = given.dtr();
        return acknowledge(given, new Acknowledgement.Release(given.jid(), Lease.CURRENT, dtr, null));
    }

    Future<Response> bury(Grape13Request given) {
        return acknowledge(given, new Acknowledgement.Bury(given.jid(), Lease.CURRENT, "", null));
    }

    private Future<Response> acknowledge(Grape13Request given, Acknowledgement one) {
        CompletionStage<Acknowledged> done = broker.acknowledge(given.tube(), one);
        quotas.countAcknowledged(given.request()::client, given.tube(), one, done);
        return changed(given, done);
    }

    Future<Response> kick(Grape13Request given) {
        Duration dtr = given.dtr();
        JobId id = given.jid();
        return changed(given, broker.kickFailed(given.tube(), id, dtr));
    }

    Future<Response> discard(Grape13Request given) {
        JobId id = given.jid();
        return changed(given, broker.discard(given.tube(), id));
    }

    Future<Response> delete(Grape13Request given) {
        JobId id = given.jid();
        return changed(given, broker.delete(given.tube(), id, false));
    }

    /** Failed jobs, oldest burial first. */
    Future<Response> peek(Grape13Request given) {
        TubeName tube = given.tube();
        JobQuery query = new JobQuery(JobState.FAILED, given.max(), null);
        broker.checkLooks(tube);
        boolean mayPayload = given.request().caller().may(Right.JOBS_PAYLOAD);
        return given.request()
                .memory()
                .awaitJobs(given.max(), () -> broker.list(tube, query), JobPage::jobs)
                .compose(page -> JobJson.make(given.request(), page.jobs(), () -> jobs(page.jobs(), 0, mayPayload)));
    }

    private static Future<Response> changed(Grape13Request given, CompletionStage<?> change) {
        return given.await(change)
                .map(done -> yesOrNo(true))
                .recover(failure ->
                        isNo(failure) ? Future.succeededFuture(yesOrNo(false)) : Future.failedFuture(failure));
    }

    private static boolean isNo(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException known
                && switch (known.code()) {
                    case JOB_NOT_FOUND, DUPLICATE, LEASE_LOST, WRONG_STATE -> true;
                    case BAD_REQUEST,
                            UNAUTHENTICATED,
                            FORBIDDEN,
                            TUBE_NOT_FOUND,
                            NOT_FOUND,
                            TOO_LARGE,
                            GATED,
                            QUOTA_EXCEEDED,
                            TUBE_FULL,
                            OVERLOADED,
                            DRAINING,
                            DEADLINE_EXCEEDED,
                            STORE_UNAVAILABLE,
                            INTERNAL -> false;
                };
    }

    static Response yesOrNo(boolean answer) {
        return Response.json(200, Json.write(json -> json.writeBoolean(answer)));
    }

    /**
     * Jobs as 1.3 shows them, with {@code notCounted} of their executions left out.
     *
     * @param whole with what is in them
     */
    private static Response jobs(List<Job> jobs, int notCounted, boolean whole) {
        JobJson.checkLoop(whole ? jobs : List.of());
        return Response.json(200, Json.write(json -> {
                    json.writeStartArray();
                    for (Job job : jobs) {
                        write(json, job, job.earlier() + job.noe() - notCounted, whole);
                    }
                    json.writeEndArray();
                }))
                .notStored();
    }

    private static void write(JsonGenerator json, Job job, int noe, boolean whole) throws IOException {
        byte[] data = whole ? job.payload().bytes() : new byte[0];
        json.writeStartObject();
        json.writeStringField("id", job.id().value());
        json.writeNumberField("dtr", job.delay().toMillis());
        json.writeNumberField("ttr", job.ttr().toMillis());
        json.writeNumberField("noe", noe);
        json.writeFieldName("data");
        json.writeBinary(Base64Variants.MODIFIED_FOR_URL, data, 0, data.length);
        if (!whole) {
            json.writeBooleanField(JobJson.HIDDEN, true);
        }
        json.writeEndObject();
    }
}
