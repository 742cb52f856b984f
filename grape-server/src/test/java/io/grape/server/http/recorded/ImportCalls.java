package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/** Imports of jobs of another broker. */
final class ImportCalls {
    private static final String IMPORT = "POST /v1/tubes/t/import";
    private static final String JOB = "/v1/tubes/t/jobs/j";

    private static final Bodies ONE = Bodies.PLAIN.needs("id", "\"j\"").needs("payload", "{\"n\":1}");
    private static final Bodies ONE_IN_BASE64 =
            Bodies.PLAIN.needs("id", "\"j\"").needs("payloadBase64", "\"AAH/\"");

    private static final List<Field> OF_JOBS = List.of(
            JobFields.PAYLOAD,
            JobFields.CONTENT_TYPE,
            JobFields.HEADERS,
            JobFields.KEY,
            JobFields.LABELS,
            JobFields.PRIORITY,
            JobFields.TTR,
            JobFields.MAX_ATTEMPTS,
            JobFields.DEDUP);

    private static final List<Field> FIELDS = List.of(
            Field.of(
                    "id",
                    "\"j\"",
                    "\"a/b 订单1\"",
                    "\"..\"",
                    "\"a\\nb\"",
                    "\"" + "i".repeat(200) + "\"",
                    "\"" + "i".repeat(201) + "\""),
            Field.instant("dueAt"),
            Field.instant("expiresAt"),
            Field.flag("started"),
            Field.instant("debounceUntil"),
            Field.instant("createdAt"),
            Field.of("attempt", "5", "1", "2", "999999999", "1000000000", "1000000001"),
            Field.instant("failedAt"),
            Field.of("checkpoint", "{\"page\":4}", "1.00", "{\"a\":}"),
            Field.of("checkpointBase64", "\"AAH/\"", "\"AAH\"", "\"*\""));

    private static final Field REASON = Field.of(
            "reason",
            "\"no such mailbox\"",
            "\"" + "r".repeat(999) + "\"",
            "\"" + "r".repeat(1000) + "\"",
            "\"" + "r".repeat(1001) + "\"",
            "\"a\\nb\"",
            "\"\\ud800\"");

    private static final List<String> OTHER =
            List.of("", "{}", "null", "5", "[", "[]", "[{}]", "[5]", "[null]", "[[]]", "{\"id\":\"j\",\"payload\":1}");

    /** Fields that have a rule between them, and unknown ones. */
    private static final List<String> PAIRS = List.of(
            "\"unknown\":1",
            "\"ü\":1",
            "\"delayMs\":1",
            "\"expiresAfterMs\":60000",
            "\"weight\":2",
            "\"weight\":2,\"key\":\"acme\"",
            "\"onDuplicate\":\"keep\"",
            "\"debounceMaxMs\":1000",
            "\"state\":\"failed\"",
            "\"tube\":\"t\"",
            "\"rev\":\"0\"",
            "\"payloadBase64\":\"AAH/\"",
            "\"checkpoint\":1,\"checkpointBase64\":\"AAH/\"",
            "\"checkpoint\":1,\"checkpointType\":\"text/plain\"",
            "\"checkpointType\":\"application/json\"",
            "\"checkpointBase64\":\"AAH/\",\"checkpointType\":\"text/plain\"",
            "\"reason\":\"why\"",
            "\"failedAt\":\"2110-01-01T00:00:00Z\"",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-01T00:00:00Z\"",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-01T00:00:00Z\",\"started\":true",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-01T00:00:00Z\",\"started\":false,\"attempt\":1",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-02T00:00:00Z\"",
            "\"attempt\":20,\"maxAttempts\":20",
            "\"attempt\":21,\"maxAttempts\":20,\"dueAt\":\"2110-01-01T00:00:00Z\"",
            "\"createdAt\":\"2110-01-02T00:00:00Z\",\"dueAt\":\"2110-01-01T00:00:00Z\"",
            "\"priority\":-1,\"ttrMs\":0,\"attempt\":-1",
            "\"contentType\":\"application/json\",\"headers\":{\"trace\":\"7\"},\"key\":\"acme\",\"labels\":[\"eu\"],\"priority\":3,"
                    + "\"ttrMs\":5000,\"maxAttempts\":4,\"dueAt\":\"2020-01-02T00:00:00Z\",\"dedupWindowMs\":1000,"
                    + "\"createdAt\":\"2020-01-01T00:00:00Z\",\"attempt\":2,\"failedAt\":\"2020-01-03T00:00:00Z\",\"reason\":\"why\","
                    + "\"checkpoint\":{\"page\":4},\"checkpointType\":\"application/json\"");

    private ImportCalls() {}

    static void sendAll(CallRecorder calls) {
        calls.send(IMPORT, "[]");
        calls.setUp("PUT /v1/tubes/t");
        OTHER.forEach(body -> send(calls, body));
        items().forEach(item -> send(calls, "[" + item + "]"));
        many(calls);
    }

    private static List<String> items() {
        List<String> items = new ArrayList<>();
        items.add(ONE.alone());
        OF_JOBS.forEach(field -> items.addAll(ONE.some(field)));
        FIELDS.forEach(field -> items.addAll(ONE.of(field)));
        items.addAll(ONE_IN_BASE64.some(JobFields.PAYLOAD_BASE64));
        items.addAll(ONE_IN_BASE64.some(JobFields.CONTENT_TYPE));
        items.addAll(ONE.needs("failedAt", "\"2020-01-01T00:00:00Z\"").of(REASON));
        Field type = Field.of(
                "checkpointType", "\"application/vnd.shop+json\"", "\"text/plain\"", "\"a/" + "b".repeat(199) + "\"");
        items.addAll(ONE.needs("checkpoint", "1").of(type));
        PAIRS.forEach(fields -> items.add(ONE.with(fields)));
        return items;
    }

    private static void send(CallRecorder calls, String body) {
        // A job that has expired is gone as soon as a broker sees that.
        boolean expires = body.contains("\"expiresAt\":\"19");
        if (calls.sendItem(IMPORT, body) && !expires) {
            calls.send("GET " + JOB);
        }
        calls.cleanUp("DELETE " + JOB);
    }

    private static void many(CallRecorder calls) {
        List<String> items = new ArrayList<>();
        PAIRS.forEach(fields -> items.add(ONE.with(fields)));
        calls.send(IMPORT, "[" + String.join(",", items) + "]");
        calls.send(IMPORT, "[" + "{\"id\":\"j\",\"payload\":1},".repeat(1000) + "{\"id\":\"j\",\"payload\":1}]");
    }
}
