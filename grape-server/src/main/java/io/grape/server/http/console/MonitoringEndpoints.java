package io.grape.server.http.console;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.tube.SampleRange;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.server.access.Right;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.call.Endpoints;
import io.grape.server.http.call.ReadServices;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.ActivityJson;
import io.grape.server.live.Monitoring;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** What is going on: in all tubes, at the brokers, in Redis. Reading it consumes nothing. */
public final class MonitoringEndpoints implements Endpoints {
    private final Samples samples;
    private final Monitoring monitoring;

    public MonitoringEndpoints(ReadServices reads) {
        this.samples = reads.samples();
        this.monitoring = reads.monitoring();
    }

    @Override
    public List<Endpoint> calls() {
        return List.of(
                Endpoint.get("/v1/overview", Right.TUBES_READ, this::overview),
                Endpoint.get("/v1/samples", Right.TUBES_READ, this::samples).query("tube", "range"),
                Endpoint.get("/v1/brokers", Right.SYSTEM_READ, this::brokers),
                Endpoint.get("/v1/redis", Right.SYSTEM_READ, this::redis));
    }

    private Future<Response> overview(Request request) {
        return request.await(monitoring.overview())
                .map(overview -> overview.of(tube -> request.caller().mayTube(tube.value())))
                .map(overview -> Response.fresh(200, OverviewJson.of(overview)));
    }

    private Future<Response> redis(Request request) {
        return request.await(monitoring.redis()).map(report -> Response.fresh(200, RedisJson.of(report)));
    }

    private Future<Response> samples(Request request) {
        String tube = request.query().text("tube");
        String given = request.query().text("range");
        SampleRange range = given == null ? SampleRange.HOUR : SampleRange.parse(given);
        if (tube == null) {
            return request.await(samples.ofAll(range)).map(series -> series(range, series));
        }
        if (range != SampleRange.HOUR) {
            throw GrapeException.badValue("range", "1h, as there is a tube", "'" + given + "'");
        }
        TubeName name = new TubeName(tube);
        return request.await(samples.of(name))
                .compose(hour -> request.await(samples.ofAll(range)).map(all -> series(range, hour.whereSeen(all))));
    }

    private static Response series(SampleRange range, Series series) {
        JsonArray points = new JsonArray();
        series.points().forEach((at, sample) -> points.add(ActivityJson.point(at, sample)));
        return Response.fresh(
                200,
                new JsonObject()
                        .put("range", range.wireName())
                        .put("stepMs", series.step().toMillis())
                        .put("from", Rfc3339.text(series.from()))
                        .put("to", Rfc3339.text(series.now()))
                        .put("points", points));
    }

    private Future<Response> brokers(Request request) {
        return request.await(monitoring.brokers())
                .map(brokers -> Response.fresh(
                        200, new JsonObject().put("brokers", Json.array(brokers, MonitoringEndpoints::json))));
    }

    private static JsonObject json(BrokerInfo broker) {
        JsonObject json = new JsonObject()
                .put("id", broker.broker())
                .put("self", broker.isSelf())
                .put("alive", broker.isAlive())
                .put("heartbeatAt", Rfc3339.text(broker.heartbeat()));
        for (Map.Entry<String, Object> field : new JsonObject(broker.about())) {
            Object value = field.getValue();
            json.put(
                    field.getKey(),
                    value instanceof Number || value instanceof JsonObject ? value : String.valueOf(value));
        }
        return json;
    }
}
