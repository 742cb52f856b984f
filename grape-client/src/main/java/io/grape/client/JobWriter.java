package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes the bodies of requests. */
final class JobWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private JobWriter(JsonGenerator json) {
        this.json = json;
    }

    /**
     * A job with its encoded payload.
     *
     * @param headers the job's own, and those of the client
     * @param isJson whether the bytes are known to be JSON, and can be copied into JSON
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Encoded(NewJob<?> job, Map<String, String> headers, byte[] payload, String contentType, boolean isJson) {
        private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]*");

        /** Throws BAD_REQUEST if the payload cannot be encoded. */
        static <T> Encoded of(NewJob<? extends T> job, Codec<T> codec, Map<String, String> common) {
            return new Encoded(
                    job,
                    checked(merged(common, job.headers())),
                    bytes(job.payload(), codec),
                    codec.contentType(),
                    codec instanceof JsonMapping);
        }

        private static Map<String, String> merged(Map<String, String> common, Map<String, String> own) {
            if (common.isEmpty()) {
                return own;
            }
            Map<String, String> merged = new TreeMap<>();
            common.forEach((name, value) -> merged.put(name.toLowerCase(Locale.ROOT), value));
            merged.putAll(own);
            return merged;
        }

        /** HTTP would silently replace other characters. */
        private static Map<String, String> checked(Map<String, String> headers) {
            headers.forEach((name, value) -> {
                if (!PRINTABLE.matcher(value).matches()) {
                    throw new GrapeException(
                            ErrorCode.BAD_REQUEST, "header " + name + ": expected printable ASCII, got something else");
                }
            });
            return headers;
        }

        private static <T> byte[] bytes(T payload, Codec<T> codec) {
            try {
                return Objects.requireNonNull(codec.encode(payload), "its codec gave null");
            } catch (Exception | StackOverflowError e) {
                throw new GrapeException(ErrorCode.BAD_REQUEST, "payload: does not encode: " + e.getMessage(), null, e);
            }
        }
    }

    private interface Items {
        void write(JobWriter writer) throws IOException;
    }

    private static byte[] array(Items items) {
        return written(writer -> {
            writer.json.writeStartArray();
            items.write(writer);
            writer.json.writeEndArray();
        });
    }

    private static byte[] object(Items fields) {
        return written(writer -> {
            writer.json.writeStartObject();
            fields.write(writer);
            writer.json.writeEndObject();
        });
    }

    private static byte[] written(Items body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            body.write(new JobWriter(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The body of a batch produce. */
    static byte[] jobs(List<Encoded> jobs) {
        return array(writer -> {
            for (Encoded job : jobs) {
                writer.job(job);
            }
        });
    }

    /** The body of a change in place. */
    static <T> byte[] change(JobChange<T> change, Codec<T> codec) {
        T payload = change.payload();
        byte[] bytes = payload == null ? null : Encoded.bytes(payload, codec);
        return object(writer -> writer.change(change, bytes, codec));
    }

    /** The body of a schedule that is put. The broker refuses what its jobs cannot have. */
    static byte[] schedule(ScheduleSettings settings, Encoded job) {
        return object(writer -> {
            writer.settings(settings);
            writer.fields(job);
        });
    }

    /** The body of a preview of a schedule. */
    static byte[] preview(ScheduleSettings settings, int count) {
        return object(writer -> {
            writer.settings(settings);
            writer.number("n", count);
        });
    }

    /** The body of a batch acknowledgement. */
    static byte[] acks(List<? extends Acknowledgement> acks) {
        return array(writer -> {
            for (Acknowledgement ack : acks) {
                writer.ack(ack);
            }
        });
    }

    private void job(Encoded encoded) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", encoded.job().id());
        fields(encoded);
        json.writeEndObject();
    }

    /** All but the id. */
    private void fields(Encoded encoded) throws IOException {
        NewJob<?> job = encoded.job();
        payload(encoded.payload(), encoded.contentType(), encoded.isJson());
        due(job.dueAt(), job.delay());
        number("ttrMs", Target.millis(job.ttr()));
        number("priority", job.priority());
        number("maxAttempts", job.maxAttempts());
        number("dedupWindowMs", Target.millis(job.dedup()));
        number("expiresAfterMs", Target.millis(job.expireIn()));
        if (job.expiresAt() != null) {
            json.writeStringField("expiresAt", job.expiresAt().toString());
        }
        if (job.onDuplicate() != OnDuplicate.KEEP) {
            json.writeStringField("onDuplicate", job.onDuplicate().wireName());
        }
        number("debounceMaxMs", Target.millis(job.debounceMax()));
        if (job.key() != null) {
            json.writeStringField("key", job.key());
        }
        if (job.weight() != null) {
            json.writeNumberField("weight", job.weight());
        }
        labels(job.labels().isEmpty() ? null : job.labels());
        headers(encoded.headers());
    }

    private void change(JobChange<?> change, byte @Nullable [] payload, Codec<?> codec) throws IOException {
        if (payload != null) {
            payload(payload, codec.contentType(), codec instanceof JsonMapping);
        }
        due(change.dueAt(), change.delay());
        number("ttrMs", Target.millis(change.ttr()));
        number("priority", change.priority());
        number("maxAttempts", change.maxAttempts());
        labels(change.labels());
    }

    private void settings(ScheduleSettings settings) throws IOException {
        for (Map.Entry<String, Object> field : settings.fields().entrySet()) {
            json.writeObjectField(field.getKey(), field.getValue());
        }
    }

    private void due(@Nullable Instant at, @Nullable Duration delay) throws IOException {
        if (at != null) {
            json.writeStringField("dueAt", at.toString());
        }
        number("delayMs", Target.millis(delay));
    }

    private void payload(byte[] bytes, String contentType, boolean isJson) throws IOException {
        json.writeStringField("contentType", contentType);
        if (isJson && !JsonSpace.isAround(bytes)) {
            json.writeFieldName("payload");
            json.writeRawValue(new String(bytes, UTF_8));
        } else {
            json.writeBinaryField("payloadBase64", bytes);
        }
    }

    private void labels(@Nullable List<String> labels) throws IOException {
        if (labels != null) {
            json.writeArrayFieldStart("labels");
            for (String label : labels) {
                json.writeString(label);
            }
            json.writeEndArray();
        }
    }

    private void headers(Map<String, String> headers) throws IOException {
        if (!headers.isEmpty()) {
            json.writeObjectFieldStart("headers");
            for (Map.Entry<String, String> header : headers.entrySet()) {
                json.writeStringField(header.getKey(), header.getValue());
            }
            json.writeEndObject();
        }
    }

    private void ack(Acknowledgement ack) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", ack.id());
        json.writeStringField("lease", ack.lease().toString());
        json.writeStringField("op", op(ack));
        if (ack instanceof Acknowledgement.Release release) {
            number("delayMs", Target.millis(release.delay()));
            number("priority", release.priority());
            number("pauseKeyMs", Target.millis(release.restKey()));
        } else if (ack instanceof Acknowledgement.Bury bury) {
            if (bury.reason() != null) {
                json.writeStringField("reason", bury.reason());
            }
            number("priority", bury.priority());
        } else if (ack instanceof Acknowledgement.HandBack back && !back.delay().isZero()) {
            number("delayMs", Target.millis(back.delay()));
        } else if (ack instanceof Acknowledgement.Touch touch) {
            number("progress", touch.progress());
            if (touch.note() != null) {
                json.writeStringField("note", touch.note());
            }
        } else if (ack instanceof Acknowledgement.HandOver over) {
            // Of any type in Base64, so that its bytes stay as they are.
            json.writeBinaryField("checkpointBase64", over.checkpoint().bytes());
            json.writeStringField("contentType", over.checkpoint().contentType());
        } else if (ack instanceof Acknowledgement.Finish finish && finish.result() != null) {
            json.writeBinaryField("resultBase64", finish.result().bytes());
            json.writeStringField("contentType", finish.result().contentType());
        }
        json.writeEndObject();
    }

    /** The name on the wire. */
    static String op(Acknowledgement ack) {
        if (ack instanceof Acknowledgement.Finish) {
            return "finish";
        } else if (ack instanceof Acknowledgement.Release) {
            return "release";
        } else if (ack instanceof Acknowledgement.Bury) {
            return "bury";
        } else if (ack instanceof Acknowledgement.Touch) {
            return "touch";
        } else if (ack instanceof Acknowledgement.HandOver) {
            return "handover";
        }
        return "handback";
    }

    private void number(String name, @Nullable Number value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value.longValue());
        }
    }
}
