package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.tube.Pause;
import io.grape.core.tube.Series;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.server.http.json.Rfc3339;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Writes tubes. */
public final class TubeJson {
    private TubeJson() {}

    public static void write(JsonGenerator json, Tube tube) throws IOException {
        json.writeStartObject();
        writeFields(json, tube);
        json.writeEndObject();
    }

    /** With what happened in its last hour. */
    public static void write(JsonGenerator json, Tube tube, Series hour) throws IOException {
        json.writeStartObject();
        writeFields(json, tube);
        ActivityJson.write(json, hour);
        json.writeEndObject();
    }

    private static void writeFields(JsonGenerator json, Tube tube) throws IOException {
        json.writeStringField("name", tube.name().value());
        writeSettings(json, tube.settings());
        writePause(json, tube.paused());
        writeNumbers(json, "counts", JobState.values(), JobState::wireName, tube::count);
        writeNumbers(json, "totals", TubeCounter.values(), TubeCounter::wireName, tube::total);
        writeOldest(json, tube);
        json.writeStringField("nextDueAt", Rfc3339.text(tube.nextDueAt()));
    }

    private static void writeSettings(JsonGenerator json, TubeSettings settings) throws IOException {
        json.writeObjectFieldStart("settings");
        json.writeNumberField("ttrMs", settings.ttr().toMillis());
        json.writeNumberField("maxAttempts", settings.maxAttempts());
        json.writeEndObject();
    }

    public static <K> void writeNumbers(
            JsonGenerator json, String field, K[] keys, Function<K, String> name, ToLongFunction<K> number)
            throws IOException {
        json.writeObjectFieldStart(field);
        for (K key : keys) {
            json.writeNumberField(name.apply(key), number.applyAsLong(key));
        }
        json.writeEndObject();
    }

    private static void writeOldest(JsonGenerator json, Tube tube) throws IOException {
        Duration oldest = tube.oldestReady();
        json.writeFieldName("oldestReadyMs");
        if (oldest == null) {
            json.writeNull();
        } else {
            json.writeNumber(oldest.toMillis());
        }
    }

    static void writePause(JsonGenerator json, @Nullable Pause paused) throws IOException {
        json.writeFieldName("paused");
        if (paused == null) {
            json.writeNull();
        } else {
            json.writeStartObject();
            json.writeStringField("until", Rfc3339.text(paused.until()));
            json.writeStringField("reason", paused.reason());
            json.writeEndObject();
        }
    }
}
