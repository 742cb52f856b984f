package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/** Changes of jobs in place. */
final class ChangeCalls {
    private static final String JOB = "/v1/tubes/t/jobs/j";

    private static final List<Field> FIELDS = List.of(
            JobFields.PAYLOAD,
            JobFields.PAYLOAD_BASE64,
            Field.of("delayMs", "600000", "4294967294999", "4294967295000", "4294967295001"),
            Field.instant("dueAt"),
            JobFields.TTR,
            JobFields.PRIORITY,
            JobFields.MAX_ATTEMPTS,
            JobFields.LABELS);

    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "null",
            "[]",
            "5",
            "{",
            "{\"unknown\":1}",
            "{\"key\":\"acme\"}",
            "{\"weight\":2}",
            "{\"headers\":{}}",
            "{\"id\":\"j\"}",
            "{\"dedupWindowMs\":1000}",
            "{\"expiresAfterMs\":60000}",
            "{\"expiresAt\":\"2110-01-01T00:00:00Z\"}",
            "{\"onDuplicate\":\"keep\"}",
            "{\"contentType\":\"text/plain\"}",
            "{\"delayMs\":5000,\"dueAt\":\"2110-01-01T00:00:00Z\"}",
            "{\"payload\":1,\"payloadBase64\":\"AAH/\"}",
            "{\"payload\":1,\"contentType\":\"text/plain\"}",
            "{\"payloadBase64\":\"AAH/\",\"contentType\":\"text/plain\"}",
            "{\"payloadBase64\":\"AAH/\",\"contentType\":\"application/json\"}",
            "{\"delayMs\":-1,\"ttrMs\":0,\"priority\":-1,\"maxAttempts\":-1}",
            "{\"ttrMs\":\"x\",\"zzz\":1}",
            "{\"payload\":{\"n\":2},\"dueAt\":\"2110-01-02T00:00:00Z\",\"ttrMs\":5000,\"priority\":3,\"maxAttempts\":4,\"labels\":[\"eu\"]}");

    private ChangeCalls() {}

    static void sendAll(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t");
        calls.send("PATCH " + JOB, "{\"priority\":5}");
        calls.send("PATCH /v1/tubes/none/jobs/j", "{\"priority\":5}");
        delayed(calls);
        for (String body : bodies()) {
            if (calls.sendAndLook(JOB, "PATCH " + JOB, body)) {
                delayed(calls);
            }
        }
        ifUnchanged(calls);
        states(calls);
        tubes(calls);
    }

    private static void delayed(CallRecorder calls) {
        calls.setUp(
                "PUT " + JOB + "?onDuplicate=replace&dueAt=2110-01-01T00:00:00Z",
                "{\"n\":1}",
                "Content-Type",
                "application/json");
    }

    private static List<String> bodies() {
        List<String> bodies = new ArrayList<>(OTHER);
        FIELDS.forEach(field -> bodies.addAll(Bodies.PLAIN.of(field)));
        bodies.addAll(Bodies.PLAIN.needs("payload", "1").some(JobFields.CONTENT_TYPE));
        return bodies;
    }

    private static void ifUnchanged(CallRecorder calls) {
        calls.send("GET " + JOB);
        calls.sendAndLook(JOB, "PATCH " + JOB, "{\"priority\":5}", "If-Match", "<etag>");
        calls.sendAndLook(JOB, "PATCH " + JOB, "{\"priority\":5}", "If-Match", "<etag>");
        for (String tag : List.of("*", "\"1\"", "\"0123456789abcdef\"", "W/<etag>", "\"\"", "5", "", "<etag>, \"1\"")) {
            calls.send("PATCH " + JOB, "{\"priority\":6}", "If-Match", tag);
        }
    }

    /** What may be changed depends on the state. */
    private static void states(CallRecorder calls) {
        calls.setUp("PUT " + JOB + "?onDuplicate=replace", "x");
        some(calls);
        calls.cleanUp("DELETE " + JOB);
        calls.setUp("PUT " + JOB, "x");
        calls.setUp("POST " + JOB + "/consume");
        some(calls);
        calls.setUp("POST " + JOB + "/bury?lease=<lease>&reason=why");
        some(calls);
        calls.cleanUp("DELETE " + JOB);
        calls.setUp("PUT " + JOB + "?expiresAt=2110-01-01T00:00:00Z", "x");
        calls.send("PATCH " + JOB, "{\"dueAt\":\"2110-01-01T00:00:00Z\"}");
        calls.send("PATCH " + JOB, "{\"dueAt\":\"2109-12-31T23:59:59Z\"}");
        calls.cleanUp("DELETE " + JOB);
    }

    private static void some(CallRecorder calls) {
        for (String body : List.of(
                "{\"labels\":[\"eu\"]}",
                "{\"priority\":7}",
                "{\"ttrMs\":600000}",
                "{\"maxAttempts\":9}",
                "{\"payload\":2}",
                "{\"payload\":2,\"priority\":8}",
                "{\"dueAt\":\"2110-01-01T00:00:00Z\"}")) {
            calls.send("PATCH " + JOB, body);
        }
    }

    private static void tubes(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/ordered", "{\"keys\":{\"ordered\":true}}");
        calls.setUp("PUT /v1/tubes/ordered/jobs/j?key=acme", "x");
        calls.send("PATCH /v1/tubes/ordered/jobs/j", "{\"priority\":5}");
        calls.send("PATCH /v1/tubes/ordered/jobs/j", "{\"dueAt\":\"2110-01-01T00:00:00Z\"}");
        calls.setUp("PUT /v1/tubes/small", "{\"limits\":{\"maxBytes\":5}}");
        calls.setUp("PUT /v1/tubes/small/jobs/j", "x");
        calls.send("PATCH /v1/tubes/small/jobs/j", "{\"payloadBase64\":\"AAAAAAAAAAAA\"}");
    }
}
