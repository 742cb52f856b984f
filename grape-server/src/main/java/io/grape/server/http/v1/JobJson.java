package io.grape.server.http.v1;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobSnapshot;
import io.grape.core.job.JobTags;
import io.grape.core.job.Outcome;
import io.grape.core.job.Payload;
import io.grape.server.http.call.Request;
import io.grape.server.http.json.Json;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Writes jobs. A JSON payload goes out byte for byte as it came in. */
public final class JobJson {
    /** The field of a job whose payload its reader may not see. */
    public static final String HIDDEN = "payloadHidden";

    /** Payloads that an event loop writes itself, in bytes: it is done within the time of any other call. */
    public static final int MAX_ON_EVENT_LOOP = 256 * 1024;

    private JobJson() {}

    /** What is made of jobs: at once where they are short; by a worker where they are long. */
    public static <T> Future<T> make(Request request, List<Job> jobs, Supplier<T> making) {
        return request.make(bytes(jobs) <= MAX_ON_EVENT_LOOP, making);
    }

    /** How long the payloads and checkpoints are together. */
    static long bytes(List<Job> jobs) {
        long bytes = 0;
        for (Job job : jobs) {
            bytes += job.contentBytes();
        }
        return bytes;
    }

    /** What is long is never written on an event loop, whose other calls would wait: see {@link Request#make}. */
    public static void checkLoop(List<Job> jobs) {
        if (Context.isOnEventLoopThread() && bytes(jobs) > MAX_ON_EVENT_LOOP) {
            throw new IllegalStateException(bytes(jobs) + " bytes of jobs must not be written on an event loop");
        }
    }

    /** What a job is, but not what is in it. */
    public static Buffer withoutPayload(Job job) {
        return Json.write(json -> write(json, job, false));
    }

    /** {@code {"jobs":[…]}}. */
    public static Buffer jobs(List<Job> jobs) {
        return Json.write(json -> {
            json.writeStartObject();
            writeArray(json, jobs, true);
            json.writeEndObject();
        });
    }

    /** Jobs, with what is in them or without. */
    static void writeArray(JsonGenerator json, List<Job> jobs, boolean whole) throws IOException {
        writeArray(json, "jobs", jobs, whole);
    }

    static void writeArray(JsonGenerator json, String field, List<Job> jobs, boolean whole) throws IOException {
        checkLoop(whole ? jobs : List.of());
        json.writeArrayFieldStart(field);
        for (Job job : jobs) {
            write(json, job, whole);
        }
        json.writeEndArray();
    }

    /** A job, with what is in it or without. */
    static void write(JsonGenerator json, Job job, boolean whole) throws IOException {
        json.writeStartObject();
        writeFields(json, job, whole);
        json.writeEndObject();
    }

    /** The same with its rev. */
    static void write(JsonGenerator json, JobSnapshot seen, boolean whole) throws IOException {
        json.writeStartObject();
        json.writeStringField("rev", seen.rev());
        ProduceEndpoints.writeSuccessor(json, seen.successor());
        writeFields(json, seen.job(), whole);
        json.writeEndObject();
    }

    private static void writeIdReuse(JsonGenerator json, IdReuse idReuse) throws IOException {
        Duration dedup = idReuse.dedup();
        if (dedup != null) {
            json.writeNumberField("dedupWindowMs", dedup.toMillis());
        }
        if (idReuse.debounceUntil() != null) {
            json.writeStringField("debounceUntil", Rfc3339.text(idReuse.debounceUntil()));
        }
    }

    private static void writeFields(JsonGenerator json, Job job, boolean whole) throws IOException {
        Lease lease = job.lease();
        json.writeStringField("id", job.id().value());
        json.writeStringField("tube", job.tube().value());
        json.writeStringField("state", job.state().wireName());
        json.writeNumberField("priority", job.priority());
        json.writeNumberField("attempt", job.noe());
        json.writeNumberField("maxAttempts", job.maxAttempts());
        json.writeNumberField("delayMs", job.delay().toMillis());
        json.writeNumberField("ttrMs", job.ttr().toMillis());
        json.writeStringField("createdAt", Rfc3339.text(job.createdAt()));
        json.writeStringField("dueAt", Rfc3339.text(job.dueAt()));
        json.writeStringField("lease", lease == null ? null : lease.toString());
        json.writeStringField("leaseUntil", Rfc3339.text(job.leaseUntil()));
        if (job.state() == JobState.FAILED) {
            json.writeStringField("reason", job.reason());
            json.writeStringField("failedAt", Rfc3339.text(job.failedAt()));
        }
        if (job.expiresAt() != null) {
            json.writeStringField("expiresAt", Rfc3339.text(job.expiresAt()));
            if (job.begun()) {
                json.writeBooleanField("started", true);
            }
        }
        writeIdReuse(json, job.idReuse());
        WorkJson.write(json, job.work(), whole);
        writeTags(json, job.tags());
        json.writeStringField("contentType", job.payload().contentType());
        Outcome outcome = job.work().outcome();
        if (outcome != null && !outcome.hasPayload()) {
            return;
        }
        if (whole) {
            JobHeaders.write(json, job.headers());
            writePayload(json, job.payload());
        } else {
            json.writeBooleanField(HIDDEN, true);
        }
    }

    private static void writeTags(JsonGenerator json, JobTags tags) throws IOException {
        if (tags.key() != null) {
            json.writeStringField("key", tags.key());
        }
        if (!tags.labels().isEmpty()) {
            json.writeArrayFieldStart("labels");
            for (String label : tags.labels()) {
                json.writeString(label);
            }
            json.writeEndArray();
        }
    }

    private static void writePayload(JsonGenerator json, Payload payload) throws IOException {
        if (payload.isJson()) {
            json.writeFieldName("payload");
            Json.writeRaw(json, payload.bytes());
        } else {
            json.writeBinaryField("payloadBase64", payload.bytes());
        }
    }
}
