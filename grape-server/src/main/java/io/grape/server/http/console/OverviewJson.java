package io.grape.server.http.console;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.grape.server.http.v1.ActivityJson;
import io.grape.server.http.v1.TubeJson;
import io.grape.server.live.Alert;
import io.grape.server.live.OldestReady;
import io.grape.server.live.Overview;
import io.grape.server.live.TubeCounts;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Writes the overview. */
final class OverviewJson {
    private static final List<TubeCounter> RATES = List.of(
            TubeCounter.PRODUCED, TubeCounter.CONSUMED, TubeCounter.FINISHED, TubeCounter.RELEASED, TubeCounter.BURIED);

    private OverviewJson() {}

    static Buffer of(Overview overview) {
        return Json.write(json -> {
            json.writeStartObject();
            json.writeStringField("at", Rfc3339.text(overview.at()));
            writeTubes(json, overview.tubes());
            TubeJson.writeNumbers(
                    json,
                    "counts",
                    JobState.values(),
                    JobState::wireName,
                    state -> overview.counts().getOrDefault(state, 0L));
            ActivityJson.writeRates(
                    json,
                    RATES,
                    total -> Objects.requireNonNull(overview.perSecond().get(total)));
            ActivityJson.writeLateness(json, overview.lateness());
            writeOldest(json, overview);
            json.writeArrayFieldStart("attention");
            for (Alert one : overview.attention()) {
                write(json, one);
            }
            json.writeEndArray();
            writeStore(json, overview);
            json.writeStringField("health", overview.health());
            json.writeEndObject();
        });
    }

    private static void writeTubes(JsonGenerator json, TubeCounts tubes) throws IOException {
        json.writeObjectFieldStart("tubes");
        json.writeNumberField("count", tubes.count());
        json.writeNumberField("counted", tubes.counted());
        json.writeNumberField("paused", tubes.paused());
        json.writeNumberField("late", tubes.late());
        json.writeEndObject();
    }

    private static void writeOldest(JsonGenerator json, Overview overview) throws IOException {
        OldestReady oldest = overview.oldestReady();
        json.writeFieldName("oldestReady");
        if (oldest == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringField("tube", oldest.tube().value());
        json.writeNumberField("ms", oldest.since().toMillis());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Alert attention) throws IOException {
        TubeName tube = attention.tube();
        json.writeStartObject();
        json.writeStringField("level", attention.isBad() ? "bad" : "warn");
        json.writeStringField("code", attention.code().name());
        if (tube != null) {
            json.writeStringField("tube", tube.value());
        }
        json.writeObjectFieldStart("detail");
        for (Map.Entry<String, Long> number : new TreeMap<>(attention.detail()).entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeStore(JsonGenerator json, Overview overview) throws IOException {
        json.writeObjectFieldStart("brokers");
        json.writeNumberField("alive", overview.brokers().alive());
        json.writeNumberField("lost", overview.brokers().lost());
        json.writeEndObject();
        json.writeObjectFieldStart("redis");
        writeIfKnown(json, "usedMemoryBytes", overview.redis().usedMemoryBytes(), -1);
        writeIfKnown(json, "maxMemoryBytes", overview.redis().maxMemoryBytes(), 0);
        json.writeNumberField(
                "pingMs", ActivityJson.rounded(overview.redis().ping().toNanos() / 1e6));
        json.writeEndObject();
    }

    private static void writeIfKnown(JsonGenerator json, String name, long value, long unknown) throws IOException {
        json.writeFieldName(name);
        if (value == unknown) {
            json.writeNull();
        } else {
            json.writeNumber(value);
        }
    }
}
