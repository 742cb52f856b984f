package io.grape.server.http.console;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.tube.Sample;
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
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What is going on: in all tubes, at the brokers, in Redis. Reading it consumes nothing. */
public final class MonitoringEndpoints implements Endpoints {
    private final Samples samples;
    private final Monitoring insight;

    public MonitoringEndpoints(ReadServices reads) {
        this.samples = reads.samples();
        this.insight = reads.insight();
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
        return request.await(insight.overview())
                .map(overview -> overview.of(tube -> request.caller().mayTube(tube.value())))
                .map(OverviewJson::of)
                .map(MonitoringEndpoints::reply);
    }

    private Future<Response> redis(Request request) {
        return request.await(insight.redis()).map(RedisJson::of).map(MonitoringEndpoints::reply);
    }

    static Response reply(Buffer body) {
        return Response.json(200, body).notStored();
    }

    private Future<Response> samples(Request request) {
        String tube = request.query().text("tube");
        String given = request.query().text("range");
        SampleRange range = given == null ? SampleRange.HOUR : SampleRange.parse(given);
        if (tube == null) {
            return request.await(samples.ofAll(range)).map(series -> reply(series(range, series)));
        }
        if (range != SampleRange.HOUR) {
            throw GrapeException.badValue("range", "1h, as there is a tube", "'" + given + "'");
        }
        TubeName name = new TubeName(tube);
        return request.await(samples.of(name))
                .compose(hour ->
                        request.await(samples.ofAll(range)).map(all -> reply(series(range, hour.whereSeen(all)))));
    }

    private static Buffer series(SampleRange range, Series series) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("range", range.wireName());
            json.writeNumberField("stepMs", series.step().toMillis());
            json.writeStringField("from", Rfc3339.text(series.from()));
            json.writeStringField("to", Rfc3339.text(series.now()));
            json.writeArrayFieldStart("points");
            for (Map.Entry<Instant, Sample> point : series.points().entrySet()) {
                ActivityJson.writePoint(json, point.getKey(), point.getValue());
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private Future<Response> brokers(Request request) {
        return request.await(insight.brokers())
                .map(brokers -> reply(Json.write(json -> {
                    json.writeStartObject();
                    json.writeArrayFieldStart("brokers");
                    for (BrokerInfo broker : brokers) {
                        write(json, broker);
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                })));
    }

    private static void write(JsonGenerator json, BrokerInfo broker) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", broker.broker());
        json.writeBooleanField("self", broker.isSelf());
        json.writeBooleanField("alive", broker.isAlive());
        json.writeStringField("beatAt", Rfc3339.text(broker.heartbeat()));
        for (Map.Entry<String, Object> field : new JsonObject(broker.about())) {
            json.writeFieldName(field.getKey());
            if (field.getValue() instanceof Number number) {
                json.writeNumber(number.toString());
            } else {
                json.writeString(String.valueOf(field.getValue()));
            }
        }
        json.writeEndObject();
    }
}
