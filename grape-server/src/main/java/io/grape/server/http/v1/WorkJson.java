package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.job.Cancellation;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.JobWork;
import io.grape.core.job.Outcome;
import io.grape.core.job.Payload;
import io.grape.core.job.Progress;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is known of the work on a job, as JSON. */
final class WorkJson {
    private static final String CANCELLED = "cancelled";
    private static final String AT = "at";
    private static final String REASON = "reason";
    private static final String PROGRESS = "progress";
    private static final String NOTE = "note";
    private static final String PROGRESS_AT = "progressAt";

    private WorkJson() {}

    /** With what was handed over, or without. */
    static void write(JsonGenerator json, JobWork work, boolean whole) throws IOException {
        write(json, work.cancelled());
        Progress progress = work.progress();
        if (progress != null) {
            if (progress.percent() != null) {
                json.writeNumberField(PROGRESS, progress.percent());
            }
            json.writeStringField(NOTE, progress.note());
            json.writeStringField(PROGRESS_AT, Rfc3339.text(progress.at()));
        }
        write(json, work.outcome());
        Checkpoint checkpoint = work.checkpoint();
        if (checkpoint != null && whole) {
            write(json, checkpoint.payload());
        }
    }

    private static void write(JsonGenerator json, Payload checkpoint) throws IOException {
        if (checkpoint.isJson()) {
            json.writeFieldName("checkpoint");
            Json.writeRaw(json, checkpoint.bytes());
        } else {
            json.writeBinaryField("checkpointBase64", checkpoint.bytes());
        }
        json.writeStringField("checkpointType", checkpoint.contentType());
    }

    private static void write(JsonGenerator json, @Nullable Outcome outcome) throws IOException {
        if (outcome != null) {
            json.writeStringField("finishedAt", Rfc3339.text(outcome.finishedAt()));
            json.writeNumberField("ranMs", outcome.ran().toMillis());
            if (outcome.resultType() != null) {
                json.writeStringField("resultType", outcome.resultType());
                json.writeNumberField("resultBytes", outcome.resultBytes());
            }
        }
    }

    /** Nothing where it is null. */
    static void write(JsonGenerator json, @Nullable Cancellation cancelled) throws IOException {
        if (cancelled != null) {
            json.writeObjectFieldStart(CANCELLED);
            json.writeStringField(AT, Rfc3339.text(cancelled.at()));
            json.writeStringField(REASON, cancelled.reason());
            json.writeEndObject();
        }
    }

    static void put(JsonObject json, JobWork work) {
        Cancellation cancelled = work.cancelled();
        if (cancelled != null) {
            json.put(
                    CANCELLED,
                    new JsonObject().put(AT, Rfc3339.text(cancelled.at())).put(REASON, cancelled.reason()));
        }
        Progress progress = work.progress();
        if (progress != null) {
            if (progress.percent() != null) {
                json.put(PROGRESS, progress.percent());
            }
            json.put(NOTE, progress.note()).put(PROGRESS_AT, Rfc3339.text(progress.at()));
        }
    }
}
