package io.grape.server.http.v1;

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
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What happened, as JSON. */
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
    static JsonObject of(Series hour) {
        return new JsonObject()
                .put("produced", minutes(hour, TubeCounter.PRODUCED))
                .put("finished", minutes(hour, TubeCounter.FINISHED))
                .put("perSecond", rates(RATES, total -> perSecond(hour, total)))
                .put("lateness", of(hour.since(hour.now().minus(hour.step())).lateness()));
    }

    private static JsonArray minutes(Series hour, TubeCounter total) {
        JsonArray minutes = new JsonArray();
        for (int at = 0; at < hour.length(); at++) {
            Instant minute = hour.from().plus(hour.step().multipliedBy(at));
            minutes.add(hour.points().getOrDefault(minute, Sample.NOTHING).count(total));
        }
        return minutes;
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

    /** The field {@code perSecond}. */
    public static JsonObject rates(List<TubeCounter> totals, ToDoubleFunction<TubeCounter> rate) {
        JsonObject rates = new JsonObject();
        totals.forEach(total -> rates.put(total.wireName(), rounded(rate.applyAsDouble(total))));
        return rates;
    }

    /** To two places: more would be noise. */
    public static double rounded(double rate) {
        return Math.round(rate * 100) / 100.0;
    }

    /** The field {@code lateness}, null where nothing was delivered. */
    public static @Nullable JsonObject of(Lateness lateness) {
        return lateness.count() == 0
                ? null
                : new JsonObject()
                        .put("p50Ms", lateness.boundMillis(0.5).orElse(0))
                        .put("p95Ms", lateness.boundMillis(0.95).orElse(0))
                        .put("p99Ms", lateness.boundMillis(0.99).orElse(0))
                        .put("samples", lateness.count());
    }

    /** A sample as a point of a series. */
    public static JsonObject point(Instant at, Sample sample) {
        JsonObject point = new JsonObject().put("at", Rfc3339.text(at));
        Sample.COUNTED.forEach(total -> point.put(total.wireName(), sample.count(total)));
        return point.put("lateness", of(sample.lateness()));
    }
}
