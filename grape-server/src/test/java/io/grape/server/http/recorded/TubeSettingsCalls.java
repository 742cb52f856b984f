package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/** Settings of tubes: each field when a tube is created, and when one that has all of them is changed. */
final class TubeSettingsCalls {
    private static final String TUBE = "/v1/tubes/t";

    private static final List<Field> PLAIN = List.of(
            Field.of("ttrMs", "60000", "999", "1000", "1001", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("maxAttempts", "7", "1", "20", "999999", "1000000", "1000001", "-0", "7.0"),
            Field.of("dedupWindowMs", "60000", "1", "999", "1000", "1001", "604799999", "604800000", "604800001"),
            Field.of("keepFinishedMs", "60000", "1", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("keepFinishedMax", "5", "1", "2", "9999999", "10000000", "10000001", "2147483648"),
            Field.of("keepFinishedBytes", "6", "1", "1099511627775", "1099511627776", "1099511627777"),
            Field.flag("keepPayload"),
            Field.of("resultMaxBytes", "7", "1", "65536", "16777215", "16777216", "16777217", "4294967296"),
            Field.of("expiresAfterMs", "60000", "1", "2", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("expireTo", "\"bury\"", "\"drop\"", "\"BURY\"", "\" bury\"", "\"hold\""),
            Field.of("latenessTargetMs", "3000", "1", "2", "86399999", "86400000", "86400001"),
            Field.of("limits", "{\"concurrency\":5}", "{\"x\":1}", "{\"ü\":1}", "{\"x\":{\"y\":[1]}}", "false"),
            Field.of("keys", "{\"concurrency\":5}", "{\"x\":1}", "{\"ü\":1}", "{\"maxBytes\":5}", "false"),
            Field.of(
                    "retry",
                    "{\"initialDelayMs\":5000}",
                    "{\"x\":1}",
                    "{\"first\":5}",
                    "{\"initialDelayMs\":1,\"x\":1}",
                    "false"));

    private static final Bodies LIMITS = Bodies.PLAIN.within("{\"limits\":", "}");
    private static final Bodies KEYS = Bodies.PLAIN.within("{\"keys\":", "}");
    private static final Bodies RETRY =
            Bodies.PLAIN.needs("initialDelayMs", "5000").within("{\"retry\":", "}");

    private static final List<Field> OF_LIMITS = List.of(
            Field.of("concurrency", "5", "1", "2", "999999", "1000000", "1000001"),
            Field.of("perSecond", "7.25", "1", "0.000009", "0.00001", "0.000011", "999999.5", "1000000", "1000000.1"),
            Field.of("burst", "3", "1", "1000000"),
            Field.of("maxJobs", "9", "1", "2", "999999999999999", "1000000000000000", "1000000000000001"),
            Field.of("maxBytes", "10", "1", "2", "999999999999999", "1000000000000000", "1000000000000001"));

    private static final List<Field> OF_KEYS = List.of(
            Field.flag("fair"),
            Field.of("fairBy", "\"time\"", "\"jobs\"", "\"TIME\"", "\"size\""),
            Field.of("concurrency", "4", "1", "2", "999999", "1000000", "1000001"),
            Field.of("perSecond", "0.5", "1", "0.000009", "0.00001", "0.000011", "999999.5", "1000000", "1000000.1"),
            Field.of("burst", "2", "1", "1000000"),
            Field.of("maxJobs", "8", "1", "2", "999999999999999", "1000000000000000", "1000000000000001"),
            Field.flag("ordered"),
            Field.of("onFailure", "\"skip\"", "\"block\"", "\"SKIP\"", "\"stop\""));

    private static final List<Field> OF_RETRY = List.of(
            Field.of(
                    "initialDelayMs",
                    "5000",
                    "1",
                    "2",
                    "43200000",
                    "43200001",
                    "4294967294999",
                    "4294967295000",
                    "4294967295001"),
            Field.of("maxDelayMs", "60000", "4999", "5000", "5001", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("factor", "1.25", "0.99999", "1", "1.00001", "2", "99.99999", "100", "100.00001"),
            Field.of("jitter", "0.25", "0.00001", "0.99999", "1", "1.00001", "-0.00001"));

    /** A burst is only valid with a rate. */
    private static final Field BURST = Field.of("burst", "3", "1", "2", "999999", "1000000", "1000001");

    /** Every setting of a tube. */
    private static final String FULL = "{\"ttrMs\":5000,\"maxAttempts\":7,"
            + "\"limits\":{\"concurrency\":5,\"perSecond\":7.25,\"burst\":3,\"maxJobs\":9,\"maxBytes\":10},"
            + "\"keys\":{\"fair\":true,\"fairBy\":\"time\",\"concurrency\":4,\"perSecond\":0.5,\"burst\":2,\"maxJobs\":8,"
            + "\"ordered\":false},"
            + "\"retry\":{\"initialDelayMs\":100,\"maxDelayMs\":1000,\"factor\":1.5,\"jitter\":0.25},"
            + "\"dedupWindowMs\":1000,\"keepFinishedMs\":60000,\"keepFinishedMax\":5,\"keepFinishedBytes\":6,\"keepPayload\":true,"
            + "\"resultMaxBytes\":7,\"expiresAfterMs\":60000,\"expireTo\":\"bury\",\"latenessTargetMs\":3000}";

    /** Bodies that are no object, or have unknown fields. */
    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "{ }",
            "null",
            "[]",
            "5",
            "true",
            "\"x\"",
            "{",
            "}",
            "{\"ttrMs\"",
            "{\"ttrMs\":}",
            "{\"ttrMs\":1000,}",
            "{'ttrMs':1000}",
            "\uFEFF{}",
            "{\"ttrMs\":1000}x",
            "\t{\"ttrMs\":1000}\n",
            "{\"ttrMs\":01000}",
            "{\"ttrMs\":NaN}",
            "{\"ttrMs\":+5000}",
            "{\"ttrMs\":0x1000}",
            "{\"ttrMs\":\"\u0001\"}",
            "{\"expireTo\":\"\\ud800\"}",
            "{\"\\u0074trMs\":1000}",
            "{\"ttrMs\\u0000\":1}",
            "{\"unknown\":1}",
            "{\"ü\":1}",
            "{\"😀\":1}",
            "{\"\":1}",
            "{\"\\ud800\":1}",
            "{\"" + "n".repeat(512) + "\":1}",
            "{\"" + "n".repeat(513) + "\":1}",
            "{\"ttr\":1000}",
            "{\"name\":\"t\"}",
            "{\"rev\":1}",
            "{\"ifRev\":1}",
            "{\"paused\":true}",
            "{\"keep\":{}}",
            "{\"concurrency\":1}",
            "{\"priority\":1}");

    /** Fields that have a rule between them. */
    private static final List<String> PAIRS = List.of(
            "{\"expiresAfterMs\":60000,\"expireTo\":\"bury\"}",
            "{\"expiresAfterMs\":60000,\"expireTo\":\"drop\"}",
            "{\"expiresAfterMs\":0,\"expireTo\":\"bury\"}",
            "{\"ttrMs\":5000,\"latenessTargetMs\":4000}",
            "{\"keepFinishedMs\":0,\"keepFinishedMax\":5,\"keepPayload\":true}",
            "{\"limits\":null,\"keys\":null,\"retry\":null,\"latenessTargetMs\":null}",
            "{\"limits\":{\"burst\":3,\"perSecond\":null}}",
            "{\"limits\":{\"burst\":null,\"perSecond\":3}}",
            "{\"limits\":{\"burst\":3,\"perSecond\":0}}",
            "{\"limits\":{\"maxBytes\":0,\"burst\":1}}",
            "{\"limits\":{\"concurrency\":0,\"burst\":0,\"perSecond\":0,\"maxJobs\":0,\"maxBytes\":0}}",
            "{\"keys\":{\"burst\":3,\"perSecond\":null}}",
            "{\"keys\":{\"burst\":null,\"perSecond\":3}}",
            "{\"keys\":{\"fair\":true,\"fairBy\":\"jobs\"}}",
            "{\"keys\":{\"fair\":true,\"fairBy\":\"time\"}}",
            "{\"keys\":{\"fair\":false,\"fairBy\":\"jobs\"}}",
            "{\"keys\":{\"fair\":false,\"fairBy\":\"time\"}}",
            "{\"keys\":{\"fair\":false,\"fairBy\":\"x\"}}",
            "{\"keys\":{\"fair\":false,\"concurrency\":2}}",
            "{\"keys\":{\"ordered\":true,\"concurrency\":1}}",
            "{\"keys\":{\"ordered\":true,\"concurrency\":2}}",
            "{\"keys\":{\"ordered\":true,\"concurrency\":null}}",
            "{\"keys\":{\"ordered\":false,\"concurrency\":2}}",
            "{\"keys\":{\"ordered\":true,\"onFailure\":\"skip\"}}",
            "{\"keys\":{\"ordered\":true,\"onFailure\":\"block\"}}",
            "{\"keys\":{\"ordered\":true,\"onFailure\":\"stop\"}}",
            "{\"keys\":{\"ordered\":false,\"onFailure\":\"skip\"}}",
            "{\"keys\":{\"ordered\":false,\"onFailure\":\"block\"}}",
            "{\"keys\":{\"ordered\":true,\"fair\":false}}",
            "{\"keys\":{\"fair\":false,\"fairBy\":\"x\",\"ordered\":true,\"concurrency\":2,\"onFailure\":\"stop\"}}",
            "{\"retry\":{\"initialDelayMs\":100,\"maxDelayMs\":99}}",
            "{\"retry\":{\"initialDelayMs\":100,\"maxDelayMs\":100}}",
            "{\"retry\":{\"initialDelayMs\":50000000}}",
            "{\"retry\":{\"initialDelayMs\":5,\"maxDelayMs\":4,\"factor\":0,\"jitter\":2}}",
            "{\"retry\":{\"maxDelayMs\":60000}}",
            "{\"ttrMs\":1,\"maxAttempts\":-1}",
            "{\"maxAttempts\":-1,\"ttrMs\":1}",
            "{\"ttrMs\":\"x\",\"dedupWindowMs\":1}",
            "{\"zzz\":1,\"ttrMs\":1}",
            "{\"ttrMs\":1,\"zzz\":1}",
            "{\"limits\":{\"burst\":2},\"keys\":{\"fair\":1}}",
            "{\"expiresAfterMs\":-1,\"expireTo\":\"x\",\"latenessTargetMs\":0}",
            FULL);

    private TubeSettingsCalls() {}

    private static List<String> bodies() {
        List<String> bodies = new ArrayList<>(OTHER);
        PLAIN.forEach(field -> bodies.addAll(Bodies.PLAIN.of(field)));
        OF_LIMITS.forEach(field -> bodies.addAll(LIMITS.of(field)));
        bodies.addAll(LIMITS.needs("perSecond", "2.5").of(BURST));
        OF_KEYS.forEach(field -> bodies.addAll(KEYS.of(field)));
        bodies.addAll(KEYS.needs("perSecond", "2.5").of(BURST));
        OF_RETRY.forEach(field -> bodies.addAll(RETRY.of(field)));
        bodies.addAll(PAIRS);
        return bodies;
    }

    /** Creates a tube with each body. */
    static void sendAll(CallRecorder calls) {
        for (String body : bodies()) {
            if (calls.sendAndLook(TUBE, "PUT " + TUBE, body)) {
                calls.setUp("DELETE " + TUBE);
            }
        }
        names(calls);
    }

    private static void names(CallRecorder calls) {
        for (String name : List.of(
                "a",
                "-a",
                "a%20b",
                "a%2Fb",
                "%C3%BC",
                ".",
                "..",
                "%2E%2E",
                "a".repeat(200),
                "a".repeat(201),
                "+;.$_()-")) {
            if (calls.send("PUT /v1/tubes/" + name, "{}")) {
                calls.setUp("DELETE /v1/tubes/" + name);
            }
        }
    }

    /** Changes a tube that has all settings. */
    static void sendChanges(CallRecorder calls) {
        for (String body : changes()) {
            calls.setUp("PUT " + TUBE, FULL);
            calls.sendAndLook(TUBE, "PUT " + TUBE, body);
        }
        ifUnchanged(calls);
        calls.setUp("DELETE " + TUBE);
    }

    private static List<String> changes() {
        List<String> bodies = new ArrayList<>(List.of("", "{}", "null", FULL));
        for (Field field : PLAIN) {
            for (String value : List.of(field.valid(), "null", "0", "false")) {
                bodies.add(Bodies.PLAIN.with(field.name(), value));
            }
        }
        OF_LIMITS.forEach(field -> addSome(bodies, LIMITS, field));
        OF_KEYS.forEach(field -> addSome(bodies, KEYS, field));
        OF_RETRY.forEach(field -> addSome(bodies, RETRY, field));
        bodies.addAll(PAIRS);
        return bodies;
    }

    private static void addSome(List<String> bodies, Bodies shape, Field field) {
        bodies.add(shape.with(field.name(), field.valid()));
        bodies.add(shape.with(field.name(), "null"));
    }

    /** The rev that a change expects. */
    private static void ifUnchanged(CallRecorder calls) {
        String put = "PUT " + TUBE;
        String body = "{\"ttrMs\":6000}";
        calls.send("GET " + TUBE);
        calls.sendAndLook(TUBE, put, body, "If-Match", "<etag>");
        calls.sendAndLook(TUBE, put, body, "If-Match", "<etag>");
        for (String tag : List.of(
                "*",
                "\"1\"",
                "\"other\"",
                "\"12345678901234567\"",
                "W/<etag>",
                "\"\"",
                "5",
                "",
                "<etag>, \"1\"",
                "**")) {
            calls.sendAndLook(TUBE, put, "{\"ttrMs\":7000}", "If-Match", tag);
            calls.send("PUT /v1/tubes/none", "", "If-Match", tag);
        }
        calls.send(put, "{\"ttrMs\":1}", "If-Match", "\"1\"");
        calls.send(put, "{\"zzz\":1}", "If-Match", "5");
    }
}
