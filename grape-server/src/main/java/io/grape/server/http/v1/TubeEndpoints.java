package io.grape.server.http.v1;

import static io.grape.catalog.TubeFields.SETTINGS;

import io.grape.catalog.Values;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Right;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.IfMatch;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.JsonRequests;
import io.grape.server.http.json.PercentEncoding;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** Tubes: making, configuring, looking at, pausing and removing them. */
public final class TubeEndpoints implements Endpoints {
    private static final String TUBES = "/v1/tubes";
    private static final String TUBE = TUBES + "/{tube}";
    private static final Bounds PAUSE = new Bounds(1, Limits.MAX_DURATION.toMillis());
    private static final int MAX_SETTINGS_BYTES = 16 * 1024;
    private static final int DEFAULT_LIMIT = 100;

    private final Tubes tubes;
    private final Samples samples;
    private final NewTubes newTubes;
    private final TubeRemoval removal;

    public TubeEndpoints(Tubes tubes, Samples samples, NewTubes newTubes) {
        this.tubes = tubes;
        this.samples = samples;
        this.newTubes = newTubes;
        this.removal = new TubeRemoval(tubes);
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(TUBES, Right.TUBES_READ, this::list).query("limit", "cursor", "name", "activity"),
                Endpoint.get(TUBE, Right.TUBES_READ, this::look).query("activity"),
                Endpoint.get(TUBE + "/scale", Right.TUBES_READ, this::scale),
                Endpoint.put(TUBE, Right.TUBES_ADMIN, this::put)
                        .body(MAX_SETTINGS_BYTES)
                        .audited(Audit.of("tube.configure").made("tube.create").detail(Request::bodyText)),
                Endpoint.delete(TUBE, Right.TUBES_ADMIN, this::delete)
                        .query("confirm")
                        .audited("tube.delete"),
                Endpoint.post(TUBE + "/pause", Right.TUBES_PAUSE, this::pause)
                        .query("forMs", "reason")
                        .audited("tube.pause"),
                Endpoint.post(TUBE + "/resume", Right.TUBES_PAUSE, this::resume).audited("tube.resume"));
    }

    private Future<Response> list(Request request) {
        int limit = (int) request.query().wholeNumber("limit", Bounds.BATCH, DEFAULT_LIMIT);
        Query query = request.query();
        boolean isActive = query.flag("activity");
        String part = query.text("name");
        return new TubePager(tubes, request)
                .page(limit, query.text("cursor"), part == null ? "" : part)
                .compose(page -> ActivityJson.of(samples, request, isActive ? page.tubes() : List.of())
                        .compose(hours -> request.make(
                                hours.size() <= TubeJson.MAX_ON_EVENT_LOOP,
                                () -> Response.fresh(
                                        200,
                                        new JsonObject()
                                                .put("tubes", TubeJson.of(page.tubes(), hours))
                                                .put("next", page.next())))));
    }

    private Future<Response> look(Request request) {
        return request.query().flag("activity") ? withActivity(request, request.tube()) : describe(request, 200);
    }

    private Future<Response> scale(Request request) {
        return request.await(samples.load(request.tube())).map(load -> Response.fresh(200, TubeJson.of(load)));
    }

    private Future<Response> withActivity(Request request, TubeName name) {
        return request.await(tubes.describe(name))
                .compose(tube ->
                        request.await(samples.of(name)).map(hour -> shown(200, tube, TubeJson.of(tube, hour))));
    }

    private Future<Response> describe(Request request, int status) {
        return request.await(tubes.describe(request.tube())).map(tube -> shown(status, tube, TubeJson.of(tube)));
    }

    private static Response shown(int status, Tube tube, JsonObject body) {
        return Response.fresh(status, body).header("ETag", IfMatch.tag(tube.rev()));
    }

    /** Makes the tube, or changes of its settings those that are given; who knows an ETag of it makes none. */
    private Future<Response> put(Request request) {
        TubeName name = request.newTube();
        byte[] body = request.body();
        JsonFields given = body.length == 0 ? JsonFields.NONE : JsonRequests.object(body, SETTINGS.names());
        Values wanted = SETTINGS.read(given, "", GrapeException::badValue);
        return configure(request, name, new TubeSettingsChange(wanted, IfMatch.number(request)))
                .recover(failure -> !IfMatch.isAsked(request) && Failures.is(ErrorCode.TUBE_NOT_FOUND, failure)
                        ? create(request, name, new TubeSettings(wanted))
                        : Future.failedFuture(failure));
    }

    private Future<Response> create(Request request, TubeName name, TubeSettings settings) {
        return newTubes.create(request, name, settings)
                .compose(made -> made ? describe(request, 201) : configure(request, name, settings.asChange()));
    }

    private Future<Response> configure(Request request, TubeName name, TubeSettingsChange change) {
        return request.await(tubes.configure(name, change)).compose(configured -> describe(request, 200));
    }

    private Future<Response> delete(Request request) {
        TubeName name = request.tube();
        String confirm = request.query().text("confirm");
        if (confirm != null && !confirm.equals(name.value())) {
            throw GrapeException.badValue("confirm", "the tube's name, '" + name + "'", "'" + confirm + "'");
        }
        Future<?> removed = confirm == null
                ? request.await(tubes.deleteIfEmpty(name)).map(gone -> checkedGone(name, gone))
                : removal.of(name, request);
        return removed.map(gone -> Response.empty(204));
    }

    private static boolean checkedGone(TubeName name, boolean gone) {
        if (!gone) {
            String repeat = "retry with ?confirm=" + PercentEncoding.encodedSegment(name.value());
            throw new GrapeException(ErrorCode.WRONG_STATE, "tube " + name + " is not empty: " + repeat);
        }
        return true;
    }

    private Future<Response> pause(Request request) {
        Query query = request.query();
        String reason = query.text("reason");
        Pause pause = new Pause(null, reason == null ? "" : reason);
        boolean limited = query.text("forMs") != null;
        Duration duration = limited ? Duration.ofMillis(query.wholeNumber("forMs", PAUSE, 0)) : null;
        return request.await(tubes.pause(request.tube(), duration, pause.reason()))
                .compose(paused -> describe(request, 200));
    }

    private Future<Response> resume(Request request) {
        return request.await(tubes.resume(request.tube())).compose(resumed -> describe(request, 200));
    }
}
