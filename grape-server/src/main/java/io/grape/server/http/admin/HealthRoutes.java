package io.grape.server.http.admin;

import io.grape.server.access.Right;
import io.grape.server.http.call.Call;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.Reply;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Routes;
import io.grape.server.http.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What those who run the broker ask. Answered while it drains, too. */
public final class HealthRoutes implements Routes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Health health;
    private final BooleanSupplier draining;
    private final Buffer openApi = resource("openapi.json");

    public HealthRoutes(Health health, BooleanSupplier draining) {
        this.health = health;
        this.draining = draining;
    }

    @Override
    public List<Call> calls() {
        return List.of(
                Call.get("/health/live", Right.PUBLIC, this::live).ofHealth(),
                Call.get("/health/ready", Right.PUBLIC, this::ready).ofHealth(),
                Call.get("/metrics", Right.SYSTEM_READ, this::metrics).ofScrapes(),
                Call.get("/openapi.json", Right.PUBLIC, this::openApi).whileDraining(),
                Call.get("/version", Right.PUBLIC, this::version).whileDraining());
    }

    private Future<Reply> live(Request request) {
        return answer(200, json -> {
            json.writeStartObject();
            json.writeBooleanField("live", true);
            json.writeEndObject();
        });
    }

    private Future<Reply> ready(Request request) {
        return request.await(health.readiness()).compose(found -> {
            List<String> reasons = new ArrayList<>(found.reasons());
            if (draining.getAsBoolean()) {
                reasons.add("draining");
            }
            return answer(reasons.isEmpty() ? 200 : 503, json -> {
                json.writeStartObject();
                json.writeBooleanField("ready", reasons.isEmpty());
                json.writeArrayFieldStart("reasons");
                for (String reason : reasons) {
                    json.writeString(reason);
                }
                json.writeEndArray();
                json.writeEndObject();
            });
        });
    }

    /** A scrape that leaves tubes out would be taken for all there is. */
    private Future<Reply> metrics(Request request) {
        request.caller().checkUnbound("the metrics name every tube, and are");
        return request.await(health.metrics().next())
                .map(scrape -> Reply.of(200, PROMETHEUS, scrape.text())
                        .shared(scrape.taken())
                        .notStored());
    }

    private Future<Reply> openApi(Request request) {
        return Future.succeededFuture(Reply.json(200, openApi));
    }

    private Future<Reply> version(Request request) {
        return answer(200, json -> {
            json.writeStartObject();
            json.writeStringField("name", "grape");
            json.writeStringField("version", health.version());
            json.writeEndObject();
        });
    }

    private static Future<Reply> answer(int status, Json.Content content) {
        return Future.succeededFuture(Reply.json(status, Json.write(content)).notStored());
    }

    private static Buffer resource(String name) {
        try (InputStream in = HealthRoutes.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
