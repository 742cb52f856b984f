package io.grape.server.http.v1;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.server.access.Right;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.IfMatch;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What is done to jobs that nobody holds: looking at them, changing, kicking and deleting them. */
public final class JobEndpoints implements Endpoints {
    private static final String JOBS = "/v1/tubes/{tube}/jobs";
    private static final String JOB = JOBS + "/{id}";
    private static final int DEFAULT_LIMIT = 100;
    /** How much larger a payload in Base64 may be than itself, with what is around it. */
    private static final int MARGIN = 2;

    private final Broker broker;
    private final int maxPayload;

    public JobEndpoints(Broker broker, int maxPayload) {
        this.broker = broker;
        this.maxPayload = maxPayload;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(JOB, Right.JOBS_READ, this::peek),
                Endpoint.get(JOB + "/payload", Right.JOBS_PAYLOAD, this::payload),
                Endpoint.get(JOB + "/explain", Right.JOBS_READ, this::explain),
                Endpoint.get(JOBS, Right.JOBS_READ, this::list)
                        .query("state", "limit", "cursor", "dueFrom", "dueTo", "reason", "key", "label"),
                Endpoint.delete(JOB, Right.JOBS_DELETE, this::delete)
                        .query("force")
                        .further(Right.JOBS_FORCE, "force")
                        .audited(Audit.of("job.delete").when(JobEndpoints::isWrittenDown)),
                Endpoint.patch(JOB, Right.JOBS_PRODUCE, this::change)
                        .body(Math.min(JsonRequests.MAX_BYTES - 1, MARGIN * maxPayload))
                        .audited("job.change"),
                Endpoint.post(JOB + "/cancel", Right.JOBS_DELETE, this::cancel)
                        .query("reason")
                        .audited("job.cancel"),
                Endpoint.post(JOB + "/kick", Right.JOBS_KICK, this::kick)
                        .query("delayMs")
                        .audited("job.kick"),
                Endpoint.post("/v1/tubes/{tube}/kick", Right.JOBS_KICK, this::kickMany)
                        .query("max")
                        .audited("jobs.kick"));
    }

    /** By force a job is taken from a consumer: that is written down whoever does it. */
    private static boolean isWrittenDown(Request request) {
        return Audit.isOfPeople(request) || "true".equals(request.query().text("force"));
    }

    private Future<Response> peek(Request request) {
        return look(request).compose(seen -> shown(request, seen));
    }

    private Future<Response> change(Request request) {
        TubeName tube = request.tube();
        JobId id = request.jobId();
        return request.read(body -> JobChangeParser.read(body, maxPayload, IfMatch.rev(request)))
                .compose(change -> request.memory()
                        .awaitJobs(1, () -> broker.change(tube, id, change), seen -> List.of(seen.job())))
                .compose(seen -> shown(request, seen));
    }

    private static Future<Response> shown(Request request, JobSnapshot seen) {
        Supplier<Buffer> body = () -> Json.write(json -> JobJson.write(json, seen, mayPayload(request)));
        return JobJson.make(request, List.of(seen.job()), body)
                .map(made -> Response.json(200, made).notStored().header("ETag", IfMatch.tag(seen.rev())));
    }

    private static boolean mayPayload(Request request) {
        return request.caller().may(Right.JOBS_PAYLOAD);
    }

    private Future<Response> payload(Request request) {
        return look(request).map(seen -> payload(seen.job()));
    }

    private Future<JobSnapshot> look(Request request) {
        TubeName tube = request.tube();
        JobId id = request.jobId();
        broker.checkLooks(tube);
        return request.memory()
                .awaitJobs(1, () -> broker.snapshot(tube, id, request.callContext()), seen -> List.of(seen.job()));
    }

    private static Response payload(Job job) {
        return JobHeaders.put(raw(job.payload()), job.headers());
    }

    /** Bytes as they are. */
    static Response raw(Payload payload) {
        return Response.of(200, payload.contentType(), Buffer.buffer(payload.bytes()))
                .notStored()
                // A browser must not take a stranger's payload for a page.
                .header("Content-Security-Policy", "sandbox; default-src 'none'")
                .header("Content-Disposition", "attachment");
    }

    private Future<Response> explain(Request request) {
        return request.await(broker.explain(request.tube(), request.jobId(), request.callContext()))
                .map(why -> Response.fresh(200, ExplanationJson.of(why)));
    }

    private Future<Response> list(Request request) {
        Query query = request.query();
        JobQuery wanted = new JobQuery(
                JobState.read(query.required("state", "delayed, ready, retained, failed, gated or finished")),
                (int) query.wholeNumber("limit", Bounds.BATCH, DEFAULT_LIMIT),
                query.text("cursor"),
                new DueWindow(query.instant("dueFrom"), query.instant("dueTo")),
                query.text("reason"),
                new TagFilter(query.text("key"), query.text("label")));
        TubeName tube = request.tube();
        broker.checkLooks(tube);
        return request.memory()
                .awaitJobs(wanted.limit(), () -> broker.list(tube, wanted, request.callContext()), JobPage::jobs)
                .compose(page -> JobJson.make(
                        request,
                        page.jobs(),
                        () -> Json.write(json -> {
                            json.writeStartObject();
                            JobJson.writeArray(json, page.jobs(), mayPayload(request));
                            json.writeStringField("next", page.next());
                            json.writeEndObject();
                        })))
                .map(body -> Response.json(200, body).notStored());
    }

    private Future<Response> delete(Request request) {
        boolean force = request.query().flag("force");
        return request.await(broker.delete(request.tube(), request.jobId(), force))
                .map(gone -> Response.empty(204));
    }

    private Future<Response> cancel(Request request) {
        String reason = request.query().text("reason");
        return request.await(broker.cancel(request.tube(), request.jobId(), reason == null ? "" : reason))
                .map(done -> Response.json(200, AckEndpoints.body(done)));
    }

    private Future<Response> kick(Request request) {
        Duration delay = Limits.checkedDelay("delayMs", request.query().millis("delayMs", Duration.ZERO));
        return request.await(broker.kick(request.tube(), request.jobId(), delay))
                .map(kicked -> kicked(kicked ? 1 : 0));
    }

    private Future<Response> kickMany(Request request) {
        int max = (int) request.query().wholeNumber("max", Bounds.BATCH, 1);
        return request.await(broker.kick(request.tube(), max)).map(JobEndpoints::kicked);
    }

    private static Response kicked(int count) {
        return Response.json(200, new JsonObject().put("kicked", count).toBuffer());
    }
}
