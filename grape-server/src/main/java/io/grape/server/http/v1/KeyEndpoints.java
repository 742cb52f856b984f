package io.grape.server.http.v1;

import io.grape.catalog.KeyOverrideFields;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.key.JobKeys;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySort;
import io.grape.server.access.Right;
import io.grape.server.http.call.Audit;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.JsonRequests;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a tube: looking at them, and what one key has instead of the tube's settings. */
public final class KeyEndpoints implements Endpoints {
    private static final String KEYS = "/v1/tubes/{tube}/keys";
    private static final String KEY = KEYS + "/{key}";
    private static final Bounds PAGE = new Bounds(1, JobKeys.MAX_PAGE);
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_BYTES = 16 * 1024;

    private final JobKeys keys;

    public KeyEndpoints(JobKeys keys) {
        this.keys = keys;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get(KEYS, Right.TUBES_READ, this::list).query("sort", "limit", "cursor"),
                Endpoint.get(KEY, Right.TUBES_READ, this::look),
                Endpoint.put(KEY, Right.TUBES_ADMIN, this::put)
                        .body(MAX_BYTES)
                        .audited(audit("key.put").detail(Request::bodyText)),
                Endpoint.delete(KEY, Right.TUBES_ADMIN, this::delete).audited(audit("key.delete")));
    }

    private static Audit audit(String action) {
        return Audit.of(action).target(KeyEndpoints::key);
    }

    private static String key(Request request) {
        return request.pathParameter("key");
    }

    private Future<Response> list(Request request) {
        TubeName tube = request.tube();
        Query query = request.query();
        int limit = (int) query.wholeNumber("limit", PAGE, DEFAULT_LIMIT);
        return request.await(
                        keys.list(tube, sort(query.text("sort")), limit, query.text("cursor"), request.callContext()))
                .map(page -> Response.fresh(
                        200,
                        new JsonObject()
                                .put("keys", Json.array(page.keys(), KeyJson::of))
                                .put("next", page.next())));
    }

    private static KeySort sort(@Nullable String given) {
        return switch (given == null ? "backlog" : given) {
            case "backlog" -> KeySort.BACKLOG;
            case "age" -> KeySort.AGE;
            case "use" -> KeySort.USE;
            default -> throw GrapeException.badValue("sort", "backlog, age or use", "'" + given + "'");
        };
    }

    private Future<Response> look(Request request) {
        return shown(request, 200);
    }

    private Future<Response> shown(Request request, int status) {
        return request.await(keys.get(request.tube(), key(request)))
                .map(found -> Response.fresh(status, KeyJson.of(found)));
    }

    private Future<Response> put(Request request) {
        KeyOverride override = KeyJson.read(JsonRequests.object(request.body(), KeyOverrideFields.SCHEMA.names()));
        return request.await(keys.put(request.tube(), key(request), override))
                .compose(isNew -> shown(request, isNew ? 201 : 200));
    }

    private Future<Response> delete(Request request) {
        return request.await(keys.delete(request.tube(), key(request))).map(gone -> Response.empty(204));
    }
}
