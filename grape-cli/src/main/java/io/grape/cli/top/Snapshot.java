package io.grape.cli.top;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.settings.Json;
import io.grape.cli.terminal.Output;
import io.grape.client.BrokerStatus;
import io.grape.client.Grape;
import io.grape.client.Lateness;
import io.grape.client.Monitoring;
import io.grape.client.Overview;
import io.grape.client.TubeActivity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens now.
 *
 * @param tubes the first ones by name
 */
record Snapshot(Overview overview, List<TubeActivity> tubes, List<BrokerStatus> brokers) {
    /** A broker looks at the last hour of each. */
    private static final int MOST_TUBES = 200;

    static Snapshot take(Grape grape) {
        Monitoring monitoring = grape.monitoring();
        return new Snapshot(
                monitoring.overview(), monitoring.tubes(MOST_TUBES, null).tubes(), monitoring.brokers());
    }

    ObjectNode json() {
        ObjectNode json = Output.item();
        Json.put(json, "at", overview.at());
        json.put("health", overview.health());
        ObjectNode counts = json.putObject("counts");
        overview.counts().forEach((state, count) -> counts.put(state.wireName(), count));
        put(json, "lateness", overview.lateness());
        ArrayNode attention = json.putArray("attention");
        overview.attention().forEach(problem -> {
            ObjectNode one = attention.addObject().put("level", problem.isBad() ? "bad" : "warn");
            one.put("code", problem.code());
            Json.put(one, "tube", problem.tube());
            problem.detail().forEach(one::put);
        });
        ArrayNode all = json.putArray("tubes");
        tubes.forEach(tube -> put(all.addObject(), tube));
        ArrayNode alive = json.putArray("brokers");
        brokers.forEach(broker -> put(alive.addObject(), broker));
        return json;
    }

    private static void put(ObjectNode json, TubeActivity tube) {
        json.put("name", tube.tube().name()).put("paused", tube.tube().paused() != null);
        tube.tube().counts().forEach((state, count) -> json.put(state.wireName(), count));
        ObjectNode rates = json.putObject("perSecond");
        tube.perSecond().forEach((name, rate) -> Json.put(rates, name, rate));
        put(json, "lateness", tube.lateness());
        Json.put(json, "oldestReadyMs", tube.tube().oldestReady());
    }

    private static void put(ObjectNode json, String name, @Nullable Lateness lateness) {
        if (lateness != null) {
            ObjectNode fields = json.putObject(name);
            Json.put(fields, "p50Ms", lateness.p50());
            Json.put(fields, "p95Ms", lateness.p95());
            Json.put(fields, "p99Ms", lateness.p99());
        }
    }

    private static void put(ObjectNode json, BrokerStatus broker) {
        json.put("id", broker.id())
                .put("host", broker.host())
                .put("httpPort", broker.httpPort())
                .put("alive", broker.isAlive())
                .put("version", broker.version())
                .put("parked", broker.parked())
                .put("connections", broker.connections());
        Json.put(json, "requestsPerSecond", broker.requestsPerSecond());
        Json.put(json, "startedAt", broker.startedAt());
    }
}
