package io.grape.server.http.console;

import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.ActivityJson;
import io.grape.server.http.v1.TubeJson;
import io.grape.server.live.Alert;
import io.grape.server.live.BeanstalkdUse;
import io.grape.server.live.LatenessCause;
import io.grape.server.live.OldestReady;
import io.grape.server.live.Overview;
import io.grape.server.live.TubeCounts;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** The overview as JSON. */
final class OverviewJson {
    private static final List<TubeCounter> RATES = List.of(
            TubeCounter.PRODUCED, TubeCounter.CONSUMED, TubeCounter.FINISHED, TubeCounter.RELEASED, TubeCounter.BURIED);

    private OverviewJson() {}

    static JsonObject of(Overview overview) {
        TubeCounts tubes = overview.tubes();
        OldestReady oldest = overview.oldestReady();
        long maxMemory = overview.redis().maxMemoryBytes();
        long usedMemory = overview.redis().usedMemoryBytes();
        return new JsonObject()
                .put("at", Rfc3339.text(overview.at()))
                .put(
                        "tubes",
                        new JsonObject()
                                .put("count", tubes.count())
                                .put("counted", tubes.counted())
                                .put("paused", tubes.paused())
                                .put("late", tubes.late()))
                .put(
                        "counts",
                        TubeJson.numbers(
                                JobState.live(),
                                JobState::wireName,
                                state -> overview.counts().getOrDefault(state, 0L)))
                .put(
                        "perSecond",
                        ActivityJson.rates(
                                RATES,
                                total -> Objects.requireNonNull(
                                        overview.perSecond().get(total))))
                .put("lateness", ActivityJson.of(overview.lateness()))
                .put(
                        "oldestReady",
                        oldest == null
                                ? null
                                : new JsonObject()
                                        .put("tube", oldest.tube().value())
                                        .put("ms", oldest.since().toMillis()))
                .put("attention", Json.array(overview.attention(), OverviewJson::of))
                .put(
                        "brokers",
                        new JsonObject()
                                .put("alive", overview.brokers().alive())
                                .put("lost", overview.brokers().lost()))
                .put("beanstalkd", of(overview.beanstalkd()))
                .put(
                        "redis",
                        new JsonObject()
                                .put("usedMemoryBytes", usedMemory == -1 ? null : usedMemory)
                                .put("maxMemoryBytes", maxMemory == 0 ? null : maxMemory)
                                .put(
                                        "pingMs",
                                        ActivityJson.rounded(
                                                overview.redis().ping().toNanos() / 1e6)))
                .put("health", overview.health());
    }

    private static JsonObject of(BeanstalkdUse use) {
        return new JsonObject()
                .put("connections", use.connections())
                .put("reservations", use.reservations())
                .put("waiting", use.waiting())
                .put("commandsPerSecond", ActivityJson.rounded(use.commandsPerSecond()));
    }

    private static JsonObject of(Alert alert) {
        TubeName tube = alert.tube();
        JsonObject json = new JsonObject()
                .put("level", alert.isBad() ? "bad" : "warn")
                .put("code", alert.code().name());
        if (tube != null) {
            json.put("tube", tube.value());
        }
        LatenessCause cause = alert.cause();
        if (cause != null) {
            json.put("cause", cause.name());
        }
        return json.put("detail", new JsonObject(new TreeMap<>(alert.detail())));
    }
}
