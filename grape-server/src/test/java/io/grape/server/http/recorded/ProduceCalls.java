package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Produces: one job as it is, and jobs in JSON. */
final class ProduceCalls {
    private static final String JOBS = "/v1/tubes/t/jobs";
    private static final String JOB = JOBS + "/j";
    private static final String CONTENT = "{\"n\":1}";

    private static final List<Parameter> PARAMETERS = List.of(
            Parameter.of("delayMs", "5000", "1", "4294967294999", "4294967295000", "4294967295001"),
            Parameter.instant("dueAt"),
            Parameter.of("ttrMs", "5000", "999", "1000", "1001", "4294967294999", "4294967295000", "4294967295001"),
            Parameter.of("priority", "10", "1", "4294967294", "4294967295", "4294967296"),
            Parameter.of("maxAttempts", "7", "1", "999999", "1000000", "1000001", "4294967296"),
            Parameter.of("onDuplicate", "keep", "replace", "reject", "debounce", "KEEP", "drop"),
            Parameter.of("key", "acme", "A.b_c:d~-9", "a%20b", "a%2Fb", "k".repeat(128), "k".repeat(129)),
            Parameter.of(
                    "labels",
                    "eu,trial",
                    "a.b_c:d/-9",
                    "eu,eu",
                    "EU",
                    "eu,",
                    ",",
                    "a,b,c,d,e,f,g,h",
                    "a,b,c,d,e,f,g,h,i",
                    "l".repeat(64),
                    "l".repeat(65)),
            Parameter.of("dedupWindowMs", "60000", "999", "1000", "1001", "604799999", "604800000", "604800001"),
            Parameter.of("expiresAfterMs", "60000", "1", "4294967294999", "4294967295000", "4294967295001"),
            Parameter.instant("expiresAt"),
            Parameter.of("ack", "disk", "memory", "DISK", "replica", "replica:0", "replica:10", "replica:x"));

    private static final Parameter WEIGHT = Parameter.of(
            "weight", "2.5", "1", "0.009", "0.01", "0.011", "999.9", "1000", "1000.1", "2.50", "1e2", ".5");

    private static final Parameter DEBOUNCE =
            Parameter.of("debounceMaxMs", "60000", "1", "4294967294999", "4294967295000", "4294967295001");

    /** Parameters that have a rule between them. */
    private static final List<String> QUERIES = List.of(
            "",
            "unknown=1",
            "%C3%BC=1",
            "id=a",
            "payload=1",
            "contentType=text/plain",
            "headers=a",
            "delayMs=5000&dueAt=2110-01-01T00:00:00Z",
            "expiresAfterMs=60000&expiresAt=2110-01-01T00:00:00Z",
            "delayMs=60000&expiresAfterMs=60000",
            "delayMs=60000&expiresAfterMs=60001",
            "dueAt=2110-01-01T00:00:00Z&expiresAt=2110-01-01T00:00:00Z",
            "dueAt=2110-01-01T00:00:00Z&expiresAt=2110-01-01T00:00:00.001Z",
            "dueAt=2110-01-01T00:00:00Z&expiresAfterMs=60000",
            "delayMs=60000&expiresAt=1970-01-01T00:00:00Z",
            "weight=2",
            "weight=2&key=acme",
            "debounceMaxMs=1000",
            "debounceMaxMs=1000&onDuplicate=keep",
            "debounceMaxMs=1000&onDuplicate=replace",
            "debounceMaxMs=1000&onDuplicate=debounce",
            "debounceMaxMs=1000&onDuplicate=debounce&delayMs=5000",
            "delayMs=-1&ttrMs=0&priority=-1&maxAttempts=-1",
            "&&delayMs=5000&",
            "delayMs=5000&ttrMs=600000&priority=3&maxAttempts=0&onDuplicate=keep&key=acme&labels=eu&weight=2&dedupWindowMs=1000"
                    + "&expiresAfterMs=60000&ack=disk");

    /** Parameters of jobs that come due or expire while the test reads them. */
    private static final Set<String> SHORT = Set.of("delayMs=1", "expiresAfterMs=1", "expiresAfterMs=1000");

    private static final Bodies JSON = Bodies.PLAIN.needs("id", "\"j\"").needs("payload", CONTENT);

    private static final List<Field> FIELDS = List.of(
            Field.of(
                    "id",
                    "\"j\"",
                    "\"a/b 订单1\"",
                    "\".\"",
                    "\"..\"",
                    "\"a\\nb\"",
                    "\"\\ud800\"",
                    "\"" + "i".repeat(200) + "\"",
                    "\"" + "i".repeat(201) + "\""),
            JobFields.PAYLOAD,
            JobFields.CONTENT_TYPE,
            JobFields.HEADERS,
            Field.of("delayMs", "5000", "4294967294999", "4294967295000", "4294967295001"),
            Field.instant("dueAt"),
            JobFields.TTR,
            JobFields.PRIORITY,
            JobFields.MAX_ATTEMPTS,
            Field.of("onDuplicate", "\"keep\"", "\"replace\"", "\"reject\"", "\"debounce\"", "\"KEEP\"", "\"drop\""),
            JobFields.KEY,
            JobFields.LABELS,
            JobFields.DEDUP,
            Field.of("expiresAfterMs", "60000", "4294967294999", "4294967295000", "4294967295001"),
            Field.instant("expiresAt"));

    /** Fields that have a rule between them, and unknown ones. */
    private static final List<String> PAIRS = List.of(
            "\"unknown\":1",
            "\"ü\":1",
            "\"ack\":\"disk\"",
            "\"tube\":\"t\"",
            "\"state\":\"ready\"",
            "\"attempt\":1",
            "\"createdAt\":\"2020-01-01T00:00:00Z\"",
            "\"payloadBase64\":\"AAH/\"",
            "\"contentType\":\"text/plain\"",
            "\"delayMs\":5000,\"dueAt\":\"2110-01-01T00:00:00Z\"",
            "\"expiresAfterMs\":60000,\"expiresAt\":\"2110-01-01T00:00:00Z\"",
            "\"delayMs\":60000,\"expiresAfterMs\":60000",
            "\"delayMs\":60000,\"expiresAfterMs\":60001",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-01T00:00:00Z\"",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAt\":\"2110-01-01T00:00:00.001Z\"",
            "\"dueAt\":\"2110-01-01T00:00:00Z\",\"expiresAfterMs\":60000",
            "\"weight\":2",
            "\"debounceMaxMs\":1000",
            "\"debounceMaxMs\":1000,\"onDuplicate\":\"replace\"",
            "\"debounceMaxMs\":1000,\"onDuplicate\":\"debounce\"",
            "\"delayMs\":-1,\"ttrMs\":0,\"priority\":-1,\"maxAttempts\":-1",
            "\"delayMs\":\"x\",\"unknown\":1",
            "\"headers\":{\"trace\":\"7\"},\"delayMs\":5000,\"ttrMs\":600000,\"priority\":3,\"maxAttempts\":0,"
                    + "\"onDuplicate\":\"keep\",\"key\":\"acme\",\"labels\":[\"eu\"],\"weight\":2,\"dedupWindowMs\":1000,\"expiresAfterMs\":60000");

    private static final List<String> OTHER =
            List.of("", "{}", "null", "5", "\"x\"", "{", "[", "[]", "[{}]", "[5]", "[null]", "[[]]", "[{]");

    private ProduceCalls() {}

    /** A job as it is, with parameters. */
    static void sendAll(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t");
        QUERIES.forEach(query -> put(calls, query));
        PARAMETERS.forEach(parameter -> parameter.queries().forEach(query -> put(calls, query)));
        WEIGHT.queries("key=acme").forEach(query -> put(calls, query));
        DEBOUNCE.queries("onDuplicate=debounce").forEach(query -> put(calls, query));
        headers(calls);
        contents(calls);
        ids(calls);
        duplicates(calls);
        tubes(calls);
    }

    private static void put(CallRecorder calls, String query) {
        String request = "PUT " + JOB + (query.isEmpty() ? "" : "?" + query);
        boolean isDone = SHORT.contains(query)
                ? calls.send(request, CONTENT, "Content-Type", "application/json")
                : calls.sendAndLook(JOB, request, CONTENT, "Content-Type", "application/json");
        if (isDone) {
            calls.cleanUp("DELETE " + JOB);
        }
    }

    private static void headers(CallRecorder calls) {
        for (String name : List.of("Trace", "trace", "a-9", "a_b", "", "n".repeat(64), "n".repeat(65))) {
            header(calls, "Grape-Header-" + name, "7");
        }
        for (String value : List.of("", "v".repeat(1024), "v".repeat(1025))) {
            header(calls, "Grape-Header-Trace", value);
        }
        calls.send("PUT " + JOB, CONTENT, "Grape-Header-Trace", "7", "Grape-Header-trace", "8");
        calls.cleanUp("DELETE " + JOB);
    }

    private static void header(CallRecorder calls, String name, String value) {
        if (calls.sendAndLook(JOB, "PUT " + JOB, CONTENT, name, value)) {
            calls.cleanUp("DELETE " + JOB);
        }
    }

    private static void contents(CallRecorder calls) {
        for (String type : List.of(
                "application/json",
                "application/vnd.shop+json",
                "APPLICATION/JSON; charset=UTF-8",
                "application/json; charset=latin1",
                "text/plain",
                "x",
                "a/" + "b".repeat(198),
                "a/" + "b".repeat(199))) {
            for (String content : List.of(CONTENT, "", "x", "{\"a\":1}x")) {
                if (calls.sendAndLook(JOB, "PUT " + JOB, content, "Content-Type", type)) {
                    calls.send("GET " + JOB + "/payload");
                    calls.cleanUp("DELETE " + JOB);
                }
            }
        }
        calls.sendAndLook(JOB, "PUT " + JOB, CONTENT);
        calls.cleanUp("DELETE " + JOB);
        calls.send("PUT " + JOB, "x".repeat(1_048_576));
        calls.cleanUp("DELETE " + JOB);
        calls.send("PUT " + JOB, "x".repeat(1_048_577));
    }

    private static void ids(CallRecorder calls) {
        for (String id : List.of(
                "A",
                "a%2Fb",
                "%E8%AE%A2%E5%8D%951",
                "a+b",
                "%2E",
                "%2E%2E",
                "%00",
                "%0A",
                "%C2%85",
                "%FF",
                "i".repeat(200),
                "i".repeat(201),
                "%C3%BC".repeat(200),
                "%C3%BC".repeat(201))) {
            calls.sendAndLook(JOBS + "/" + id, "PUT " + JOBS + "/" + id, CONTENT);
            calls.cleanUp("DELETE " + JOBS + "/" + id);
        }
    }

    /** Each choice of {@code onDuplicate}, for a job in each state. */
    private static void duplicates(CallRecorder calls) {
        for (String choice : List.of("keep", "replace", "reject", "debounce")) {
            String again = "PUT " + JOB + "?onDuplicate=" + choice + "&delayMs=600000";
            calls.setUp("PUT " + JOB + "?dueAt=2110-01-01T00:00:00Z", "delayed");
            calls.sendAndLook(JOB, again, CONTENT);
            calls.setUp("PUT " + JOB + "?onDuplicate=replace", "ready");
            calls.sendAndLook(JOB, again, CONTENT);
            calls.setUp("POST " + JOB + "/consume");
            calls.sendAndLook(JOB, again, CONTENT);
            calls.cleanUp("DELETE " + JOB + "?force=true");
            calls.setUp("PUT " + JOB + "?dedupWindowMs=600000", "failed");
            calls.setUp("POST " + JOB + "/consume");
            calls.setUp("POST " + JOB + "/bury?lease=<lease>");
            calls.sendAndLook(JOB, again, CONTENT);
            calls.cleanUp("DELETE " + JOB);
            calls.setUp("PUT " + JOB + "?dedupWindowMs=600000", "finished");
            calls.setUp("POST " + JOB + "/consume");
            calls.setUp("POST " + JOB + "/finish?lease=<lease>");
            calls.sendAndLook(JOB, again, CONTENT);
            calls.cleanUp("DELETE " + JOB);
            // The id is remembered, so the next choice begins in a new tube.
            calls.setUp("DELETE /v1/tubes/t?confirm=t");
            calls.setUp("PUT /v1/tubes/t");
        }
    }

    /** Tubes that refuse jobs, or whose settings apply to them. */
    private static void tubes(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/full", "{\"limits\":{\"maxJobs\":1}}");
        calls.send("PUT /v1/tubes/full/jobs/a", CONTENT);
        calls.send("PUT /v1/tubes/full/jobs/a", CONTENT);
        calls.send("PUT /v1/tubes/full/jobs/b", CONTENT);
        calls.setUp("PUT /v1/tubes/small", "{\"limits\":{\"maxBytes\":5}}");
        calls.send("PUT /v1/tubes/small/jobs/a", CONTENT);
        calls.setUp("PUT /v1/tubes/expiring", "{\"expiresAfterMs\":60000}");
        for (String query : List.of(
                "",
                "?delayMs=60000",
                "?delayMs=59999",
                "?dueAt=2110-01-01T00:00:00Z",
                "?expiresAfterMs=70000&delayMs=60000")) {
            String job = "/v1/tubes/expiring/jobs/j";
            calls.sendAndLook(job, "PUT " + job + query, CONTENT);
            calls.cleanUp("DELETE " + job);
        }
        calls.setUp("PUT /v1/tubes/keyed", "{\"keys\":{\"maxJobs\":1}}");
        calls.send("PUT /v1/tubes/keyed/jobs/a?key=acme", CONTENT);
        calls.send("PUT /v1/tubes/keyed/jobs/b?key=acme", CONTENT);
        calls.setUp("PUT /v1/tubes/gated");
        calls.setUp("PUT /v1/tubes/gated/gates/g", "{\"match\":{\"label\":\"eu\"},\"mode\":\"refuse\"}");
        calls.send("PUT /v1/tubes/gated/jobs/a", CONTENT);
        calls.send("PUT /v1/tubes/gated/jobs/b?labels=eu", CONTENT);
    }

    /** Jobs in JSON. */
    static void sendJson(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t");
        OTHER.forEach(body -> post(calls, body));
        post(calls, JSON.alone());
        PAIRS.forEach(fields -> post(calls, JSON.with(fields)));
        FIELDS.forEach(field -> JSON.of(field).forEach(body -> post(calls, body)));
        Bodies inBase64 = Bodies.PLAIN.needs("id", "\"j\"").needs("payloadBase64", "\"AAH/\"");
        inBase64.of(JobFields.PAYLOAD_BASE64).forEach(body -> post(calls, body));
        inBase64.of(JobFields.CONTENT_TYPE).forEach(body -> post(calls, body));
        JSON.needs("key", "\"acme\"").of(JobFields.WEIGHT).forEach(body -> post(calls, body));
        Field debounce = Field.of("debounceMaxMs", "60000", "4294967294999", "4294967295000", "4294967295001");
        JSON.needs("onDuplicate", "\"debounce\"").of(debounce).forEach(body -> post(calls, body));
        Parameter.of("ack", "disk", "replica:0").queries().forEach(query -> {
            calls.send("POST " + JOBS + "?" + query, JSON.alone());
            calls.cleanUp("DELETE " + JOB);
        });
        many(calls);
    }

    private static void post(CallRecorder calls, String body) {
        if (calls.sendAndLook(JOB, "POST " + JOBS, body)) {
            calls.cleanUp("DELETE " + JOB);
        }
    }

    /** Several jobs in one call: an invalid one changes nothing for the others. */
    private static void many(CallRecorder calls) {
        List<String> items = new ArrayList<>();
        for (Field field : FIELDS) {
            items.add(JSON.needs("id", "\"a\"").with(field.name(), field.valid()));
            items.add(JSON.needs("id", "\"b\"").with(field.name(), "null"));
            items.add(JSON.needs("id", "\"c\"").with(field.name(), "-1"));
            items.add(JSON.needs("id", "\"d\"").with(field.name(), "[]"));
            calls.send("POST " + JOBS, "[" + String.join(",", items) + "]");
            for (String id : List.of("a", "b", "c", "d", "j")) {
                calls.cleanUp("DELETE " + JOBS + "/" + id);
            }
            items.clear();
        }
        PAIRS.forEach(fields -> items.add(JSON.with(fields)));
        calls.send("POST " + JOBS, "[" + String.join(",", items) + "]");
        calls.send("POST " + JOBS, "[{\"id\":\"same\",\"payload\":1},{\"id\":\"same\",\"payload\":1}]");
        calls.send("POST " + JOBS, "[" + "{\"payload\":1},".repeat(1000) + "{\"payload\":1}]");
    }
}
