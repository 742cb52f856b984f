package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.job.Explanation;
import io.grape.core.job.JobsAhead;
import io.grape.server.http.json.Rfc3339;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes why a job has not been handed out. */
final class ExplanationJson {
    private ExplanationJson() {}

    static void write(JsonGenerator json, Explanation why) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", why.id().value());
        json.writeStringField("tube", why.tube().value());
        json.writeStringField("state", why.state().wireName());
        json.writeStringField("reason", why.reason().name());
        json.writeStringField("detail", why.detail());
        json.writeNumberField("priority", why.priority());
        json.writeNumberField("noe", why.noe());
        json.writeNumberField("maxAttempts", why.maxAttempts());
        json.writeStringField("dueAt", Rfc3339.text(why.dueAt()));
        json.writeStringField("leaseUntil", Rfc3339.text(why.leaseUntil()));
        json.writeStringField("failure", why.failure());
        writeAhead(json, why.ahead());
        TubeJson.writePause(json, why.paused());
        json.writeStringField("lastHandOutAt", Rfc3339.text(why.lastHandOutAt()));
        json.writeEndObject();
    }

    private static void writeAhead(JsonGenerator json, @Nullable JobsAhead ahead) throws IOException {
        json.writeFieldName("ahead");
        if (ahead == null) {
            json.writeNull();
        } else {
            json.writeStartObject();
            json.writeNumberField("jobs", ahead.jobs());
            json.writeBooleanField("mayBeMore", ahead.mayBeMore());
            json.writeEndObject();
        }
    }
}
