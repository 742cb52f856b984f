package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.client.transport.ForgetfulJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job with all that it has, as one line of JSON: what the call import takes. Its lease and its progress are not part of it: a
 * job that is retained is ready where it is imported.
 *
 * @param json one line, with the fields of {@code docs/http.md#import}
 */
public record ExportedJob(String id, String json) {
    private static final JsonFactory FACTORY = ForgetfulJson.ofAnyShape();
    /** How much of a wrong line a message shows. */
    private static final int SHOWN = 200;

    private static final String JSON = "application/json";

    /** The exported form of a job as a list shows it. */
    public static ExportedJob of(Job<?> job) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(job.bytes().length + 300);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            write(json, job);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ExportedJob(job.id(), bytes.toString(UTF_8));
    }

    /**
     * Reads a line. Throws {@link ErrorCode#BAD_REQUEST} for what is no JSON object with an id. The broker checks the rest:
     * payloads may be nested deeper, and have longer numbers, than clients read.
     */
    public static ExportedJob parse(String line) {
        try (JsonParser json = FACTORY.createParser(line)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                String id = id(json);
                if (id != null && json.nextToken() == null) {
                    return new ExportedJob(id, line);
                }
            }
        } catch (IOException e) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST, "expected a job in JSON, got '" + shown(line) + "'", null, e);
        }
        throw new GrapeException(ErrorCode.BAD_REQUEST, "expected a job with an id, got '" + shown(line) + "'");
    }

    /** Reads an object to its end. */
    private static @Nullable String id(JsonParser json) throws IOException {
        String id = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isId = json.currentName().equals("id");
            JsonToken value = json.nextToken();
            id = isId && value == JsonToken.VALUE_STRING ? json.getText() : id;
            json.skipChildren();
        }
        return id;
    }

    private static String shown(String line) {
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }

    private static void write(JsonGenerator json, Job<?> job) throws IOException {
        json.writeStringField("id", job.id());
        json.writeNumberField("priority", job.priority());
        json.writeNumberField("attempt", job.noe());
        json.writeNumberField("maxAttempts", job.maxAttempts());
        json.writeNumberField("ttrMs", job.ttr().toMillis());
        json.writeStringField("createdAt", job.createdAt().toString());
        write(json, "dueAt", job.dueAt());
        write(json, "expiresAt", job.expiresAt());
        if (job.isBegun()) {
            json.writeBooleanField("started", true);
        }
        if (job.dedup().isPresent()) {
            json.writeNumberField("dedupWindowMs", job.dedup().get().toMillis());
        }
        write(json, "debounceUntil", job.debounceUntil());
        write(json, "failedAt", job.failedAt());
        if (job.reason().isPresent()) {
            json.writeStringField("reason", job.reason().get());
        }
        if (job.key().isPresent()) {
            json.writeStringField("key", job.key().get());
        }
        if (!job.labels().isEmpty()) {
            json.writeArrayFieldStart("labels");
            for (String label : job.labels()) {
                json.writeString(label);
            }
            json.writeEndArray();
        }
        if (!job.headers().isEmpty()) {
            json.writeObjectFieldStart("headers");
            for (Map.Entry<String, String> header : job.headers().entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
            json.writeEndObject();
        }
        if (job.checkpoint().isPresent()) {
            Checkpoint checkpoint = job.checkpoint().get();
            json.writeStringField("checkpointType", checkpoint.contentType());
            write(json, "checkpoint", checkpoint.bytes(), checkpoint.contentType());
        }
        json.writeStringField("contentType", job.contentType());
        write(json, "payload", job.bytes(), job.contentType());
    }

    private static void write(JsonGenerator json, String name, Optional<Instant> at) throws IOException {
        if (at.isPresent()) {
            json.writeStringField(name, at.get().toString());
        }
    }

    /** Bytes come back as they were: JSON of one line without space around it as it is, all else in Base64. */
    private static void write(JsonGenerator json, String name, byte[] bytes, String contentType) throws IOException {
        if (contentType.equals(JSON) && isOneLine(bytes) && !JsonSpace.isAround(bytes)) {
            json.writeFieldName(name);
            json.writeRawValue(new String(bytes, UTF_8));
        } else {
            json.writeBinaryField(name + "Base64", bytes);
        }
    }

    private static boolean isOneLine(byte[] bytes) {
        for (byte one : bytes) {
            if (one == '\n' || one == '\r') {
                return false;
            }
        }
        return bytes.length > 0;
    }

    @Override
    public String toString() {
        return json;
    }
}
