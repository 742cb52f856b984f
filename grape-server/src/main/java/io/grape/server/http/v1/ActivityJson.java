package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.Sample;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tube;
import io.grape.server.failure.FanOut;
import io.grape.server.http.call.Request;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes what happened. */
public final class ActivityJson {
    private static final int CONCURRENCY = 50;
    private static final List<TubeCounter> RATES =
            List.of(TubeCounter.PRODUCED, TubeCounter.FINISHED, TubeCounter.RELEASED, TubeCounter.BURIED);

    private ActivityJson() {}

    /** The last hour of each tube; never asks for more than a few at once. */
    static Future<Map<TubeName, Series>> of(Samples samples, Request request, List<Tube> tubes) {
        return request.await(FanOut.ask(tubes.stream().map(Tube::name).toList(), CONCURRENCY, samples::of));
    }

    /** The field {@code activity} of a tube. */
    static void write(JsonGenerator json, Series hour) throws IOException {
        json.writeObjectFieldStart("activity");
        writeMinutes(json, hour, TubeCounter.PRODUCED);
        writeMinutes(json, hour, TubeCounter.FINISHED);
        writeRates(json, RATES, total -> perSecond(hour, total));
        writeLateness(json, hour.since(hour.now().minus(hour.step())).lateness());
        json.writeEndObject();
    }

    private static void writeMinutes(JsonGenerator json, Series hour, TubeCounter total) throws IOException {
        json.writeArrayFieldStart(total.wireName());
        for (int at = 0; at < hour.length(); at++) {
            Instant minute = hour.from().plus(hour.step().multipliedBy(at));
            json.writeNumber(hour.points().getOrDefault(minute, Sample.NOTHING).count(total));
        }
        json.writeEndArray();
    }

    /** The mean of a minute: of this one what there is, of the one before it the rest. */
    private static double perSecond(Series hour, TubeCounter total) {
        Instant begin = hour.begin(hour.now());
        double part = Duration.between(begin, hour.now()).toMillis()
                / (double) hour.step().toMillis();
        double before = hour.points()
                .getOrDefault(begin.minus(hour.step()), Sample.NOTHING)
                .count(total);
        double present = hour.points().getOrDefault(begin, Sample.NOTHING).count(total);
        return (present + before * (1 - part)) / hour.step().toSeconds();
    }

    public static void writeRates(JsonGenerator json, List<TubeCounter> totals, ToDoubleFunction<TubeCounter> rate)
            throws IOException {
        json.writeObjectFieldStart("perSecond");
        for (TubeCounter total : totals) {
            json.writeNumberField(total.wireName(), rounded(rate.applyAsDouble(total)));
        }
        json.writeEndObject();
    }

    /** To two places: more would be noise. */
    public static double rounded(double rate) {
        return Math.round(rate * 100) / 100.0;
    }

    /** The field {@code lateness}, null where nothing was handed out. */
    public static void writeLateness(JsonGenerator json, Lateness lateness) throws IOException {
        json.writeFieldName("lateness");
        if (lateness.count() == 0) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeNumberField("p50Ms", lateness.boundMillis(0.5).orElse(0));
        json.writeNumberField("p95Ms", lateness.boundMillis(0.95).orElse(0));
        json.writeNumberField("p99Ms", lateness.boundMillis(0.99).orElse(0));
        json.writeNumberField("samples", lateness.count());
        json.writeEndObject();
    }

    /** A sample as a point of a series. */
    public static void writePoint(JsonGenerator json, Instant at, Sample sample) throws IOException {
        json.writeStartObject();
        json.writeStringField("at", Rfc3339.text(at));
        for (TubeCounter total : Sample.COUNTED) {
            json.writeNumberField(total.wireName(), sample.count(total));
        }
        writeLateness(json, sample.lateness());
        json.writeEndObject();
    }
}
