package io.grape.server.http.v1;

import io.grape.catalog.TubeFields;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeLoad;
import io.grape.server.http.call.Request;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.Context;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Tubes as JSON. */
public final class TubeJson {
    /** Tubes whose last hours an event loop writes itself: it is done within the time of any other call. */
    public static final int MAX_ON_EVENT_LOOP = 50;

    private TubeJson() {}

    public static JsonObject of(Tube tube) {
        JsonObject json = new JsonObject()
                .put("name", tube.name().value())
                .put("settings", TubeFields.SETTINGS.toJson(tube.settings().values()))
                .put("paused", of(tube.paused()))
                .put("counts", numbers(JobState.live(), JobState::wireName, tube::count))
                .put("totals", numbers(List.of(TubeCounter.values()), TubeCounter::wireName, tube::total));
        if (tube.kept() > 0 || !tube.settings().get(TubeFields.KEEP_FINISHED).isZero()) {
            json.put("kept", tube.kept()).put("keptBytes", tube.keptBytes());
        }
        if (!tube.settings().latenessTarget().isZero()) {
            json.put("latenessTargetMissed", tube.late() != null);
        }
        return json.put("oldestReadyMs", Json.millis(tube.oldestReady()))
                .put("nextDueAt", Rfc3339.text(tube.nextDueAt()));
    }

    static JsonObject of(TubeLoad load) {
        return new JsonObject()
                .put("ready", load.ready())
                .put("oldestReadyMs", Json.millis(load.oldestReady()))
                .put("workers", load.workers());
    }

    /** With what happened in its last hour, null = without. */
    public static JsonObject of(Tube tube, @Nullable Series hour) {
        return hour == null ? of(tube) : of(tube).put("activity", ActivityJson.of(hour));
    }

    /** Tubes, each with its last hour where that is given. Many hours are never written on an event loop: see {@link Request#make}. */
    public static JsonArray of(List<Tube> tubes, Map<TubeName, Series> hours) {
        if (hours.size() > MAX_ON_EVENT_LOOP && Context.isOnEventLoopThread()) {
            throw new IllegalStateException(hours.size() + " last hours must not be written on an event loop");
        }
        return Json.array(tubes, tube -> of(tube, hours.get(tube.name())));
    }

    public static <K> JsonObject numbers(Collection<K> keys, Function<K, String> name, ToLongFunction<K> number) {
        JsonObject numbers = new JsonObject();
        for (K key : keys) {
            numbers.put(name.apply(key), number.applyAsLong(key));
        }
        return numbers;
    }

    static @Nullable JsonObject of(@Nullable Pause paused) {
        return paused == null
                ? null
                : new JsonObject().put("until", Rfc3339.text(paused.until())).put("reason", paused.reason());
    }
}
