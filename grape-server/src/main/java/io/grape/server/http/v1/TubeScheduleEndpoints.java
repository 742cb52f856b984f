package io.grape.server.http.v1;

import io.grape.catalog.ScheduleFields;
import io.grape.core.GrapeException;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.Schedules;
import io.grape.server.access.Right;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.IfMatch;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The schedules of a tube. */
public final class TubeScheduleEndpoints implements Endpoints {
    private static final String SCHEDULES = "/v1/tubes/{tube}/schedules";
    private static final String SCHEDULE = SCHEDULES + "/{name}";
    /** Of the body of a PUT, the payload of its jobs included. */
    private static final int MAX_BYTES = 256 * 1024;
    /** A schedule is in memory as Redis sent it, as an object, and in the response. */
    private static final long COPIES = 3;
    /** The other fields of a schedule. */
    private static final long BYTES_WITHOUT_PAYLOAD = 8L * 1024;

    private static final int MAX_PREVIEW_BYTES = 16 * 1024;
    private static final Bounds PREVIEWED = new Bounds(1, 100);
    private static final int USUAL_PREVIEW = 5;
    private static final Set<String> PREVIEW = preview();

    private final Schedules schedules;
    private final ChargedSchedules charged;
    private final int maxPayload;

    public TubeScheduleEndpoints(Schedules schedules, RateQuotas quotas, int maxPayload) {
        this.schedules = schedules;
        this.charged = new ChargedSchedules(schedules, quotas);
        this.maxPayload = maxPayload;
    }

    private static Set<String> preview() {
        Set<String> fields = new HashSet<>(ScheduleFields.SCHEMA.names());
        fields.add("n");
        return Set.copyOf(fields);
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(SCHEDULES, Right.TUBES_READ, this::list),
                Endpoint.get(SCHEDULE, Right.TUBES_READ, this::get),
                Endpoint.put(SCHEDULE, Right.JOBS_PRODUCE, this::put)
                        .body(MAX_BYTES)
                        .audited(audit("schedule.put")),
                Endpoint.delete(SCHEDULE, Right.JOBS_PRODUCE, this::delete).audited(audit("schedule.delete")),
                Endpoint.post(SCHEDULE + "/pause", Right.TUBES_PAUSE, this::pause)
                        .audited(audit("schedule.pause")),
                Endpoint.post(SCHEDULE + "/resume", Right.TUBES_PAUSE, this::resume)
                        .audited(audit("schedule.resume")),
                Endpoint.post(SCHEDULE + "/run", Right.JOBS_PRODUCE, this::run).audited(audit("schedule.run")),
                Endpoint.post(SCHEDULE + "/backfill", Right.JOBS_PRODUCE, this::backfill)
                        .query("from", "to")
                        .audited(audit("schedule.backfill")),
                Endpoint.post("/v1/schedules/preview", Right.TUBES_READ, this::preview)
                        .body(MAX_PREVIEW_BYTES));
    }

    private static Audit audit(String action) {
        return Audit.of(action).target(TubeScheduleEndpoints::name);
    }

    private static String name(Request request) {
        return request.pathParameter("name");
    }

    private Future<Response> list(Request request) {
        return request.await(schedules.list(request.tube()))
                .compose(found -> request.make(
                        false,
                        () -> Response.fresh(
                                200, new JsonObject().put("schedules", Json.array(found, ScheduleJson::listed)))));
    }

    /** A template may be as long as the body of a PUT, so memory is reserved before Redis is asked. */
    private Future<Response> get(Request request) {
        return request.memory()
                .awaitBytes(
                        COPIES * MAX_BYTES,
                        () -> schedules.get(request.tube(), name(request)),
                        TubeScheduleEndpoints::bytes)
                .compose(found -> request.make(false, () -> shown(request, 200, found)));
    }

    private static long bytes(ScheduleStatus schedule) {
        JobTemplate template = schedule.template();
        return COPIES
                * (BYTES_WITHOUT_PAYLOAD
                        + (template == null ? 0 : template.payload().bytes().length));
    }

    private Future<Response> shown(Request request, int status) {
        return request.await(schedules.get(request.tube(), name(request)))
                .compose(found -> request.make(false, () -> shown(request, status, found)));
    }

    private static Response shown(Request request, int status, ScheduleStatus schedule) {
        return Response.json(
                        status, ScheduleJson.whole(schedule, request.caller().may(Right.JOBS_PAYLOAD)))
                .notStored()
                .header("ETag", IfMatch.tag(schedule.rev()));
    }

    /** A cron expression is slow to check. */
    private Future<Response> put(Request request) {
        return request.make(
                        false,
                        () -> ScheduleJson.read(JsonRequests.object(request.body(), ScheduleJson.FIELDS), maxPayload))
                .compose(read -> charged.put(request, name(request), read))
                .compose(done -> shown(request, done.isNew() ? 201 : 200));
    }

    private Future<Response> delete(Request request) {
        return request.await(schedules.delete(request.tube(), name(request), IfMatch.number(request)))
                .map(gone -> Response.empty(204));
    }

    private Future<Response> pause(Request request) {
        return request.await(schedules.pause(request.tube(), name(request), IfMatch.number(request)))
                .compose(done -> shown(request, 200));
    }

    private Future<Response> resume(Request request) {
        return charged.resume(request, name(request)).compose(done -> shown(request, 200));
    }

    private Future<Response> run(Request request) {
        return charged.run(request, name(request))
                .map(id -> Response.fresh(201, new JsonObject().put("id", id.value())));
    }

    private Future<Response> backfill(Request request) {
        Instant from = required(request, "from");
        Instant to = required(request, "to");
        return charged.backfill(request, name(request), from, to)
                .map(done -> Response.fresh(200, ScheduleJson.of(done)));
    }

    private static Instant required(Request request, String name) {
        Instant given = request.query().instant(name);
        if (given == null) {
            throw GrapeException.badValue(name, "an instant", "none");
        }
        return given;
    }

    private Future<Response> preview(Request request) {
        return request.await(schedules.now()).compose(now -> request.make(false, () -> preview(request.body(), now)));
    }

    private static Response preview(byte[] body, Instant now) {
        JsonFields given = JsonRequests.object(body, PREVIEW);
        int asked = (int) given.wholeNumber("n", PREVIEWED, USUAL_PREVIEW);
        ScheduleSpec spec = ScheduleJson.spec(given);
        Integer runs = spec.maxRuns();
        int most = runs == null ? asked : Math.min(asked, runs);
        spec.checkOccurrences(now);
        Instant from = spec.from();
        return Response.fresh(
                200,
                ScheduleJson.preview(spec.timing(), spec.next("", from == null ? now : from.minusMillis(1), most)));
    }
}
