package io.grape.server.http.grape13;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.grape.core.ErrorCode;
import io.grape.server.access.Right;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.v1.NewTubes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * The calls of Grape 1.3, for clients that exist already. Those that take work away are answered while the broker drains, too.
 * Source: {@code docs/grape13.md}.
 */
public final class Grape13Endpoints implements Endpoints {
    private static final Set<String> JSON_RANGES = Set.of("application/json", "application/*", "*/*");

    private final Grape13Jobs jobs;
    private final int maxPayload;
    private final Grape13Tubes tubes;

    private interface Action {
        Future<Response> answer(Grape13Request given);
    }

    public Grape13Endpoints(Backend behind, NewTubes newTubes, int maxPayload) {
        this.maxPayload = maxPayload;
        this.jobs = new Grape13Jobs(behind);
        this.tubes = new Grape13Tubes(behind.tubes(), newTubes);
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                call(POST, "/api/job/produce", Right.JOBS_PRODUCE, jobs::produce)
                        .query("tube", "jid", "dtr", "ttr", "token"),
                call(GET, "/api/job/consume", Right.JOBS_CONSUME, jobs::consume).query("tube", "max", "token"),
                call(DELETE, "/api/job/finish", Right.JOBS_CONSUME, jobs::finish)
                        .query("tube", "jid", "token")
                        .of(CallClass.ACKNOWLEDGEMENT),
                call(PUT, "/api/job/release", Right.JOBS_CONSUME, jobs::release)
                        .query("tube", "jid", "dtr", "token")
                        .of(CallClass.ACKNOWLEDGEMENT),
                call(PUT, "/api/job/bury", Right.JOBS_CONSUME, jobs::bury)
                        .query("tube", "jid", "token")
                        .of(CallClass.ACKNOWLEDGEMENT),
                call(PUT, "/api/job/failure", Right.JOBS_CONSUME, jobs::bury)
                        .query("tube", "jid", "token")
                        .of(CallClass.ACKNOWLEDGEMENT),
                call(GET, "/api/job/peek", Right.JOBS_READ, jobs::peek).query("tube", "max", "token"),
                call(PUT, "/api/job/kick", Right.JOBS_KICK, jobs::kick)
                        .query("tube", "jid", "dtr", "token")
                        .audited(audit("job.kick")),
                call(DELETE, "/api/job/discard", Right.JOBS_DELETE, jobs::discard)
                        .query("tube", "jid", "token")
                        .audited(audit("job.delete").when(Audit::isOfPeople)),
                call(DELETE, "/api/job/delete", Right.JOBS_DELETE, jobs::delete)
                        .query("tube", "jid", "token")
                        .audited(audit("job.delete").when(Audit::isOfPeople)),
                call(POST, "/api/tube/create", Right.TUBES_ADMIN, tubes::create)
                        .query("tube", "token")
                        .audited(audit("tube.create")),
                call(POST, "/api/tube/delete", Right.TUBES_ADMIN, tubes::delete)
                        .query("tube", "token")
                        .audited(audit("tube.delete")),
                call(GET, "/api/tube/list", Right.TUBES_READ, tubes::list).query("token"),
                call(GET, "/api/tube/stats", Right.TUBES_READ, tubes::allStats).query("token"),
                call(GET, "/api/tube/stats/{tube}", Right.TUBES_READ, Grape13Request::ofTubePath, tubes::stats)
                        .query("token"));
    }

    private Endpoint call(HttpMethod method, String path, Right right, Action action) {
        return call(method, path, right, Grape13Request::of, action);
    }

    private Endpoint call(
            HttpMethod method, String path, Right right, Function<Request, Grape13Request> reading, Action action) {
        return Endpoint.of(method, path, right, request -> answer(request, reading, action))
                .lenient()
                .body(maxPayload)
                .style(Grape13Style.INSTANCE);
    }

    /** Parameters name what a call is about, and one of them is a secret. */
    private static Audit audit(String action) {
        return Audit.of(action)
                .tube(request ->
                        Objects.requireNonNullElse(Grape13Params.of(request).get("tube"), ""))
                .target(request ->
                        Objects.requireNonNullElse(Grape13Params.of(request).get("jid"), ""))
                .detail(request -> "");
    }

    private static Future<Response> answer(Request request, Function<Request, Grape13Request> reading, Action action) {
        if (!takesJson(request)) {
            return Future.succeededFuture(Response.empty(406));
        }
        Grape13Request given = reading.apply(request);
        return action.answer(given).recover(failure -> Future.failedFuture(named(failure, given.tubeText())));
    }

    private static Throwable named(Throwable failure, String tube) {
        return Failures.is(ErrorCode.TUBE_NOT_FOUND, failure) ? Grape13Refusal.unknownTube(tube) : failure;
    }

    private static boolean takesJson(Request request) {
        String accept = request.header("Accept");
        return accept == null
                || Arrays.stream(accept.toLowerCase(Locale.ROOT).split(","))
                        .map(range -> range.split(";", 2)[0].strip())
                        .anyMatch(JSON_RANGES::contains);
    }
}
