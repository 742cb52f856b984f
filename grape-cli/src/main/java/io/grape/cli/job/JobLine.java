package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.grape.cli.settings.Payloads;
import io.grape.cli.terminal.UsageException;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A job in a line of JSON, with the fields of {@code POST /v1/tubes/{tube}/jobs}. A line that another word wrote is one, too: what
 * only a live job has is ignored. What is wrong in it is a {@link UsageException}.
 */
final class JobLine {
    /** Payloads may be nested deeper, and have longer numbers, than Jackson reads of itself. */
    private static final ObjectMapper MAPPER =
            new ObjectMapper(ForgetfulJson.ofAnyShape()).enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    /** What a broker shows of a job, besides what makes a new one. */
    private static final Set<String> OF_LIVE_JOBS = Set.of(
            "tube",
            "state",
            "attempt",
            "createdAt",
            "lease",
            "leaseUntil",
            "reason",
            "started",
            "failedAt",
            "debounceUntil",
            "finishedAt",
            "ranMs",
            "rev",
            "successor",
            "cancelled",
            "progress",
            "progressAt",
            "note",
            "resultType",
            "resultBytes",
            "checkpoint",
            "checkpointBase64",
            "checkpointType");

    private static final String HIDDEN = "payloadHidden";
    private static final String PAYLOAD = "payload";
    private static final String BASE64 = "payloadBase64";
    private static final String TYPE = "contentType";
    private static final String DEBOUNCE = "debounceMaxMs";

    private final Map<String, JsonNode> fields = new LinkedHashMap<>();
    private @Nullable String payload;
    private @Nullable String payloadText;

    private JobLine() {}

    /** Reads a line. */
    static JobLine of(String text) {
        JobLine line = new JobLine();
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UsageException("expected a JSON object, got another JSON value");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                line.field(text, parser);
            }
            if (parser.nextToken() != null) {
                throw new UsageException("expected one JSON object, got more");
            }
        } catch (IOException e) {
            throw new UsageException("expected a JSON object, got something else");
        }
        if (line.value(HIDDEN).asBoolean()) {
            throw new UsageException(
                    HIDDEN
                            + ": expected the payload, got a line without it; write it with a token that has the right jobs.payload");
        }
        if (line.payload != null && line.has(BASE64)) {
            throw new UsageException(BASE64 + ": expected it without payload, got both");
        }
        return line;
    }

    private void field(String text, JsonParser parser) throws IOException {
        String name = parser.currentName();
        parser.nextToken();
        boolean isTwice = name.equals(PAYLOAD) ? payload != null : fields.containsKey(name);
        if (isTwice) {
            throw new UsageException(name + ": expected once, got it twice");
        }
        if (name.equals(PAYLOAD)) {
            payload(text, parser);
        } else {
            fields.put(name, parser.readValueAsTree());
        }
    }

    /** As it is: a tree would change numbers such as 1.10. */
    private void payload(String text, JsonParser parser) throws IOException {
        int from = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
        payloadText = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
        parser.skipChildren();
        parser.finishToken();
        payload = text.substring(from, Math.toIntExact(parser.currentLocation().getCharOffset()));
    }

    /** The bytes of its payload. */
    byte[] payload() {
        if (payload == null) {
            return has(BASE64) ? base64() : new byte[0];
        }
        return (payloadText != null && !Payloads.isJsonType(contentType()) ? payloadText : payload).getBytes(UTF_8);
    }

    private byte[] base64() {
        try {
            return Base64.getDecoder().decode(text(BASE64, value(BASE64)));
        } catch (IllegalArgumentException e) {
            throw wrong(BASE64, "Base64");
        }
    }

    private JsonNode value(String name) {
        return fields.getOrDefault(name, MissingNode.getInstance());
    }

    private boolean has(String name) {
        return !value(name).isMissingNode() && !value(name).isNull();
    }

    /** Its content type, or else what its payload is. */
    String contentType() {
        return has(TYPE) ? text(TYPE, value(TYPE)) : payload == null ? "application/octet-stream" : "application/json";
    }

    /** A job that has what this line says, and for the rest is as the other. */
    NewJob<byte[]> apply(NewJob<byte[]> usual) {
        NewJob<byte[]> job = usual;
        for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
            job = field.getValue().isNull() ? job : with(job, field.getKey(), field.getValue());
        }
        return has(DEBOUNCE) ? debounce(job, time(DEBOUNCE, value(DEBOUNCE))) : job;
    }

    private static NewJob<byte[]> debounce(NewJob<byte[]> job, Duration longest) {
        if (job.onDuplicate() != OnDuplicate.DEBOUNCE) {
            throw new UsageException(DEBOUNCE + ": expected it with onDuplicate debounce, got it without");
        }
        NewJob<byte[]> debounced = job.debounce(job.delay() == null ? Duration.ZERO : job.delay(), longest);
        return job.dueAt() == null ? debounced : debounced.at(job.dueAt());
    }

    private static OnDuplicate onDuplicate(String name, JsonNode value) {
        for (OnDuplicate one : OnDuplicate.values()) {
            if (one.wireName().equals(value.textValue())) {
                return one;
            }
        }
        throw wrong(name, "keep, replace, reject or debounce");
    }

    private static double weight(String name, JsonNode value) {
        if (!value.isNumber()) {
            throw wrong(name, "a number");
        }
        return value.doubleValue();
    }

    private NewJob<byte[]> with(NewJob<byte[]> job, String name, JsonNode value) {
        return switch (name) {
            case BASE64, TYPE, HIDDEN -> job;
            case "id" -> job.id(text(name, value));
            case "delayMs" -> has("dueAt") ? job : job.delay(time(name, value));
            case "dueAt" -> job.at(instant(name, value));
            case "ttrMs" -> job.ttr(time(name, value));
            case "priority" -> job.priority(number(name, value, Long.MAX_VALUE));
            case "maxAttempts" -> job.maxAttempts((int) number(name, value, Integer.MAX_VALUE));
            case "dedupWindowMs" -> job.dedup(time(name, value));
            case "expiresAfterMs" -> job.expireIn(time(name, value));
            case "expiresAt" -> wasBegun() ? job : job.expiresAt(instant(name, value));
            case "key" -> job.key(text(name, value));
            case "labels" -> job.labels(labels(value));
            case "weight" -> job.weight(weight(name, value));
            case "headers" -> headers(job, value);
            case "onDuplicate" -> job.onDuplicate(onDuplicate(name, value));
            case DEBOUNCE -> job;
            default -> {
                if (!OF_LIVE_JOBS.contains(name)) {
                    throw new UsageException(name + ": no such field of a job");
                }
                yield job;
            }
        };
    }

    /** Such a job does not expire, so that the instant may be over. */
    private boolean wasBegun() {
        return value("started").asBoolean() || value("attempt").asLong() > 0 || has("failedAt");
    }

    private static String[] labels(JsonNode value) {
        if (!value.isArray()) {
            throw wrong("labels", "a list of texts");
        }
        List<String> labels = new ArrayList<>();
        value.forEach(label -> labels.add(text("labels", label)));
        return labels.toArray(String[]::new);
    }

    private static NewJob<byte[]> headers(NewJob<byte[]> plain, JsonNode value) {
        if (!value.isObject()) {
            throw wrong("headers", "an object of texts");
        }
        NewJob<byte[]> job = plain;
        for (Map.Entry<String, JsonNode> header : value.properties()) {
            job = job.header(header.getKey(), text("headers", header.getValue()));
        }
        return job;
    }

    private static String text(String name, JsonNode value) {
        if (!value.isTextual()) {
            throw wrong(name, "a text");
        }
        return value.textValue();
    }

    private static long number(String name, JsonNode value, long most) {
        if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
            throw wrong(name, "a whole number");
        }
        if (value.longValue() < 0 || value.longValue() > most) {
            throw new UsageException(name + ": expected 0 to " + most + ", got " + value);
        }
        return value.longValue();
    }

    private static Duration time(String name, JsonNode value) {
        return Duration.ofMillis(number(name, value, Long.MAX_VALUE));
    }

    private static Instant instant(String name, JsonNode value) {
        try {
            return OffsetDateTime.parse(text(name, value)).toInstant();
        } catch (DateTimeException e) {
            throw wrong(name, "a time such as 2027-01-01T08:00:00Z");
        }
    }

    private static UsageException wrong(String name, String expected) {
        return new UsageException(name + ": expected " + expected + ", got something else");
    }
}
