package io.grape.server.http.console;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.broker.Brokers;
import io.grape.core.tube.Sample;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.server.access.Right;
import io.grape.server.http.call.Call;
import io.grape.server.http.call.Reads;
import io.grape.server.http.call.Reply;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Routes;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.ActivityJson;
import io.grape.server.live.Insight;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What is going on: in all tubes, at the brokers, in Redis. Reading it consumes nothing. */
public final class InsightRoutes implements Routes {
    private final Samples samples;
    private final Insight insight;

    public InsightRoutes(Reads reads) {
        this.samples = reads.samples();
        this.insight = reads.insight();
    }

    @Override
    public List<Call> calls() {
        return List.of(
                Call.get("/v1/overview", Right.TUBES_READ, this::overview),
                Call.get("/v1/samples", Right.TUBES_READ, this::samples).query("tube", "range"),
                Call.get("/v1/brokers", Right.SYSTEM_READ, this::brokers),
                Call.get("/v1/redis", Right.SYSTEM_READ, this::redis));
    }

    private Future<Reply> overview(Request request) {
        return request.await(insight.overview())
                .map(overview -> overview.of(tube -> request.caller().mayTube(tube.value())))
                .map(OverviewJson::of)
                .map(InsightRoutes::reply);
    }

    private Future<Reply> redis(Request request) {
        return request.await(insight.redis()).map(RedisJson::of).map(InsightRoutes::reply);
    }

    static Reply reply(Buffer body) {
        return Reply.json(200, body).notStored();
    }

    private Future<Reply> samples(Request request) {
        String tube = request.query().text("tube");
        String given = request.query().text("range");
        Samples.Range range = given == null ? Samples.Range.HOUR : Samples.Range.parse(given);
        if (tube == null) {
            return request.await(samples.ofAll(range)).map(series -> reply(series(range, series)));
        }
        if (range != Samples.Range.HOUR) {
            throw GrapeException.badValue("range", "1h, as there is a tube", "'" + given + "'");
        }
        TubeName name = new TubeName(tube);
        return request.await(samples.of(name))
                .compose(hour ->
                        request.await(samples.ofAll(range)).map(all -> reply(series(range, hour.whereSeen(all)))));
    }

    private static Buffer series(Samples.Range range, Series series) {
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

    private Future<Reply> brokers(Request request) {
        return request.await(insight.brokers())
                .map(brokers -> reply(Json.write(json -> {
                    json.writeStartObject();
                    json.writeArrayFieldStart("brokers");
                    for (Brokers.Said broker : brokers) {
                        write(json, broker);
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                })));
    }

    private static void write(JsonGenerator json, Brokers.Said broker) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", broker.broker());
        json.writeBooleanField("self", broker.isSelf());
        json.writeBooleanField("alive", broker.isAlive());
        json.writeStringField("beatAt", Rfc3339.text(broker.beat()));
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
