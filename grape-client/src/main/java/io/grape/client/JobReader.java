package io.grape.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.client.transport.ForgetfulJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads jobs from a response in one pass. A JSON payload is copied byte for byte.
 *
 * <p>Jackson's byte parser knows its position, but keeps a table of names, which strangers could fill. Its character
 * parser needs none. So each byte is passed to it as one character, and its position is that of the byte. Texts that
 * are not ASCII are read again, as UTF-8.
 */
final class JobReader {
    /** The codec checks the payload: one bad payload must not affect the other jobs. */
    private static final JsonFactory FACTORY = ForgetfulJson.ofAnyShape();

    private static final int ASCII = 0x80;

    private final byte[] body;
    private final JsonParser parser;
    private final List<WireJob> jobs = new ArrayList<>();
    private final Map<String, String> besides = new HashMap<>();

    private JobReader(byte[] body, JsonParser parser) {
        this.body = body;
        this.parser = parser;
    }

    private static JsonParser parser(byte[] body) throws IOException {
        return FACTORY.createParser(new InputStreamReader(new ByteArrayInputStream(body), ISO_8859_1));
    }

    /** Jobs, and the cursor of the next page if there is one. */
    record Jobs(List<WireJob> jobs, @Nullable String next) {
        /** Those of a tube, with its payloads. */
        <T> List<Job<T>> of(Tube<T> tube) {
            return jobs.stream().map(job -> new Job<>(job, tube.codec())).toList();
        }
    }

    /** Reads a response with a list of jobs. */
    static Jobs jobs(byte[] body) throws IOException {
        try (JsonParser parser = parser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            reader.require("jobs");
            return new Jobs(reader.jobs, reader.besides.get("next"));
        }
    }

    /** Reads the response to a dry run. */
    static GatePreview preview(byte[] body) throws IOException {
        try (JsonParser parser = parser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            reader.require("sample");
            return new GatePreview(
                    Long.parseLong(reader.besides.getOrDefault("matching", "none")),
                    Boolean.parseBoolean(reader.besides.get("exact")),
                    reader.jobs.stream().map(WireJob::id).toList());
        }
    }

    /** Reads the jobs of a response that may have some. */
    static Jobs nextJobs(byte[] body) throws IOException {
        try (JsonParser parser = parser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            reader.page("jobs");
            return new Jobs(reader.jobs, null);
        }
    }

    /** Reads a response with one job. */
    static WireJob job(byte[] body) throws IOException {
        try (JsonParser parser = parser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            return reader.object();
        }
    }

    private void require(String list) throws IOException {
        if (!page(list)) {
            throw new IOException("expected an object with '" + list + "', got something else");
        }
    }

    /** Reads the jobs in this field. False if it is not there. */
    private boolean page(String list) throws IOException {
        boolean found = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals(list) && value == JsonToken.START_ARRAY) {
                found = true;
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    jobs.add(object());
                }
            } else if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                besides.put(name, text());
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    /** Reads what the jobs of a schedule are, from a response with the schedule. */
    static ScheduleJob ofSchedule(byte[] body) throws IOException {
        try (JsonParser parser = parser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            return reader.object((fields, labels, headers, payload, cancelled, checkpoint) ->
                    ScheduleJob.of(fields, labels, headers, payload));
        }
    }

    private interface Parts<T> {
        T together(
                Map<String, String> fields,
                List<String> labels,
                Map<String, String> headers,
                byte[] payload,
                Map<String, String> cancelled,
                byte @Nullable [] checkpoint)
                throws IOException;
    }

    private WireJob object() throws IOException {
        return object(WireJob::of);
    }

    private <T> T object(Parts<T> parts) throws IOException {
        Map<String, String> fields = new HashMap<>();
        List<String> labels = new ArrayList<>();
        Map<String, String> headers = new TreeMap<>();
        Map<String, String> cancelled = new HashMap<>();
        byte[] payload = {};
        byte @Nullable [] checkpoint = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "payload" -> payload = withSpace();
                case "payloadBase64" -> payload = parser.getBinaryValue();
                case "labels" -> labels(labels);
                case "headers" -> texts(headers);
                case "cancelled" -> texts(cancelled);
                case "checkpoint" -> checkpoint = withSpace();
                case "checkpointBase64" -> checkpoint = parser.getBinaryValue();
                default -> {
                    if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                        fields.put(name, text());
                    }
                    parser.skipChildren();
                }
            }
        }
        return parts.together(fields, labels, headers, payload, cancelled, checkpoint);
    }

    private byte[] raw() throws IOException {
        int from = begin();
        return Arrays.copyOfRange(body, from, end());
    }

    private int begin() {
        return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
    }

    private int end() throws IOException {
        parser.skipChildren();
        parser.finishToken();
        return Math.toIntExact(parser.currentLocation().getCharOffset());
    }

    /** With the white space around it: a broker writes nothing between the name, the bytes and what follows them. */
    private byte[] withSpace() throws IOException {
        int from = begin();
        int to = end();
        while (JsonSpace.isSpace(body[from - 1])) {
            from--;
        }
        while (to < body.length && JsonSpace.isSpace(body[to])) {
            to++;
        }
        return Arrays.copyOfRange(body, from, to);
    }

    private String text() throws IOException {
        String text = parser.getText();
        if (isAscii(text)) {
            return text;
        }
        try (JsonParser whole = FACTORY.createParser(new String(raw(), UTF_8))) {
            whole.nextToken();
            return whole.getText();
        }
    }

    private static boolean isAscii(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) >= ASCII) {
                return false;
            }
        }
        return true;
    }

    private void labels(List<String> labels) throws IOException {
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
            labels.add(text());
        }
    }

    /** The fields of an object, which all are texts. */
    private void texts(Map<String, String> texts) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            texts.put(name, text());
        }
    }
}
