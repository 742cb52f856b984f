package io.grape.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.JobState;
import io.grape.core.Total;
import io.grape.core.Tube;
import java.io.IOException;
import java.time.Duration;

/** Writes tubes. */
final class TubeJson {
    private TubeJson() {}

    static void write(JsonGenerator json, Tube tube) throws IOException {
        Duration oldest = tube.oldestReady();
        json.writeStartObject();
        json.writeStringField("name", tube.name().value());
        json.writeObjectFieldStart("settings");
        json.writeNumberField("ttrMs", tube.settings().ttr().toMillis());
        json.writeNumberField("maxAttempts", tube.settings().maxAttempts());
        json.writeEndObject();
        writePause(json, tube);
        json.writeObjectFieldStart("counts");
        for (JobState state : JobState.values()) {
            json.writeNumberField(state.wireName(), tube.count(state));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("totals");
        for (Total total : Total.values()) {
            json.writeNumberField(total.wireName(), tube.total(total));
        }
        json.writeEndObject();
        json.writeFieldName("oldestReadyMs");
        if (oldest == null) {
            json.writeNull();
        } else {
            json.writeNumber(oldest.toMillis());
        }
        json.writeStringField("nextDueAt", Rfc3339.text(tube.nextDueAt()));
        json.writeEndObject();
    }

    private static void writePause(JsonGenerator json, Tube tube) throws IOException {
        Tube.Pause paused = tube.paused();
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
