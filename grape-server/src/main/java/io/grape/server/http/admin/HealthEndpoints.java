package io.grape.server.http.admin;

import io.grape.server.access.Right;
import io.grape.server.http.call.CallClass;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What those who run the broker ask. Answered while it drains, too. */
public final class HealthEndpoints implements Endpoints {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Health health;
    private final BooleanSupplier draining;
    private final Buffer openApi = resource("openapi.json");

    public HealthEndpoints(Health health, BooleanSupplier draining) {
        this.health = health;
        this.draining = draining;
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get("/health/live", Right.PUBLIC, this::live).of(CallClass.HEALTH),
                Endpoint.get("/health/ready", Right.PUBLIC, this::ready).of(CallClass.HEALTH),
                Endpoint.get("/metrics", Right.SYSTEM_READ, this::metrics).of(CallClass.SCRAPE),
                Endpoint.get("/openapi.json", Right.PUBLIC, this::openApi).of(CallClass.DESCRIPTION),
                Endpoint.get("/version", Right.PUBLIC, this::version).of(CallClass.DESCRIPTION));
    }

    private Future<Response> live(Request request) {
        return Future.succeededFuture(Response.fresh(200, new JsonObject().put("live", true)));
    }

    private Future<Response> ready(Request request) {
        return request.await(health.readiness().get()).map(found -> {
            List<String> reasons = new ArrayList<>(found);
            if (draining.getAsBoolean()) {
                reasons.add("draining");
            }
            JsonObject body = new JsonObject().put("ready", reasons.isEmpty()).put("reasons", reasons);
            return Response.fresh(reasons.isEmpty() ? 200 : 503, body);
        });
    }

    /** A scrape that leaves tubes out would be taken for all there is. */
    private Future<Response> metrics(Request request) {
        request.caller().checkUnbound("the metrics name every tube, and are");
        return request.await(health.metrics().next())
                .map(scrape -> Response.of(200, PROMETHEUS, scrape.text())
                        .shared(scrape.taken())
                        .notStored());
    }

    private Future<Response> openApi(Request request) {
        return Future.succeededFuture(Response.json(200, openApi));
    }

    private Future<Response> version(Request request) {
        JsonObject body = new JsonObject().put("name", "grape").put("version", health.version());
        return Future.succeededFuture(Response.fresh(200, body));
    }

    private static Buffer resource(String name) {
        try (InputStream in = HealthEndpoints.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
