package io.grape.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads jobs from an answer in one pass. A JSON payload is cut out of it as it stands, not written anew. */
final class JobReader {
    /** What a payload may be is for its codec to say: one that it refuses must not take its neighbours along. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final byte[] body;
    private final JsonParser parser;
    private final List<WireJob> jobs = new ArrayList<>();
    private @Nullable String next;

    private JobReader(byte[] body, JsonParser parser) {
        this.body = body;
        this.parser = parser;
    }

    /** Jobs, and the cursor of the page after them where there is one. */
    record Jobs(List<WireJob> jobs, @Nullable String next) {}

    /** Of an answer that holds a list of jobs. */
    static Jobs jobs(byte[] body) throws IOException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            reader.page();
            return new Jobs(reader.jobs, reader.next);
        }
    }

    /** Of an answer that is a job. */
    static WireJob job(byte[] body) throws IOException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            JobReader reader = new JobReader(body, parser);
            parser.nextToken();
            return reader.object();
        }
    }

    private void page() throws IOException {
        boolean found = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("jobs") && value == JsonToken.START_ARRAY) {
                found = true;
                while (parser.nextToken() == JsonToken.START_OBJECT) {
                    jobs.add(object());
                }
            } else if (name.equals("next") && value == JsonToken.VALUE_STRING) {
                next = parser.getText();
            } else {
                parser.skipChildren();
            }
        }
        if (!found) {
            throw new IOException("expected an object with 'jobs', got something else");
        }
    }

    private WireJob object() throws IOException {
        JobFields fields = new JobFields();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "payload" -> fields.payload(raw());
                case "payloadBase64" -> fields.payload(parser.getBinaryValue());
                case "headers" -> headers(fields);
                default -> {
                    if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
                        fields.put(name, parser.getText());
                    }
                    parser.skipChildren();
                }
            }
        }
        return fields.job();
    }

    private byte[] raw() throws IOException {
        int from = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
        parser.skipChildren();
        parser.finishToken();
        return Arrays.copyOfRange(
                body, from, Math.toIntExact(parser.currentLocation().getByteOffset()));
    }

    private void headers(JobFields fields) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            fields.header(name, parser.getText());
        }
    }
}
