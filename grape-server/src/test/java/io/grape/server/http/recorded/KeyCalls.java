package io.grape.server.http.recorded;

import java.util.List;

/** Overrides of keys. */
final class KeyCalls {
    private static final String KEY = "/v1/tubes/t/keys/acme";

    private static final List<Field> FIELDS = List.of(
            Field.of("weight", "2.5", "1", "0.009", "0.01", "0.011", "999.9", "1000", "1000.1", "-0.01"),
            Field.of("concurrency", "5", "1", "2", "999999", "1000000", "1000001"),
            Field.of("perSecond", "7.25", "1", "0.000009", "0.00001", "0.000011", "999999.5", "1000000", "1000000.1"),
            Field.of("burst", "3", "1", "1000000"),
            Field.of("maxJobs", "9", "1", "2", "999999999999999", "1000000000000000", "1000000000000001"),
            Field.flag("paused"));

    private static final Field BURST = Field.of("burst", "3", "1", "2", "999999", "1000000", "1000001");

    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "null",
            "[]",
            "5",
            "{",
            "{\"unknown\":1}",
            "{\"maxBytes\":1}",
            "{\"fair\":true}",
            "{\"key\":\"acme\"}",
            "{\"overridden\":true}",
            "{\"producedWeight\":2}",
            "{\"burst\":null,\"perSecond\":null}",
            "{\"burst\":3,\"perSecond\":null}",
            "{\"burst\":null,\"perSecond\":3}",
            "{\"weight\":0,\"concurrency\":0,\"perSecond\":0,\"burst\":0,\"maxJobs\":0}",
            "{\"weight\":\"x\",\"zzz\":1}",
            "{\"weight\":2.5,\"concurrency\":5,\"perSecond\":7.25,\"burst\":3,\"maxJobs\":9,\"paused\":true}");

    private KeyCalls() {}

    static void sendAll(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t", "{\"keys\":{\"concurrency\":4,\"perSecond\":2,\"burst\":3,\"maxJobs\":6}}");
        OTHER.forEach(body -> put(calls, body));
        FIELDS.forEach(field -> Bodies.PLAIN.of(field).forEach(body -> put(calls, body)));
        Bodies.PLAIN.needs("perSecond", "2.5").of(BURST).forEach(body -> put(calls, body));
        again(calls);
        names(calls);
        tubes(calls);
    }

    private static void put(CallRecorder calls, String body) {
        if (calls.sendAndLook(KEY, "PUT " + KEY, body)) {
            calls.setUp("DELETE " + KEY);
        }
    }

    private static void again(CallRecorder calls) {
        calls.send("GET " + KEY);
        calls.send("PUT " + KEY, "{\"weight\":2,\"concurrency\":1}");
        calls.sendAndLook(KEY, "PUT " + KEY, "{\"paused\":true}");
        calls.sendAndLook(KEY, "PUT " + KEY, "{}");
        calls.send("DELETE " + KEY);
        calls.send("DELETE " + KEY);
    }

    private static void names(CallRecorder calls) {
        for (String name : List.of(
                "A.b_c:d~-9", ".", "%2E%2E", "a%20b", "a%2Fb", "%C3%BC", "k".repeat(128), "k".repeat(129), "%00")) {
            String key = "/v1/tubes/t/keys/" + name;
            calls.sendAndLook(key, "PUT " + key, "{\"weight\":2}");
            calls.cleanUp("DELETE " + key);
        }
    }

    private static void tubes(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/ordered", "{\"keys\":{\"ordered\":true}}");
        for (String body : List.of("{\"concurrency\":1}", "{\"concurrency\":2}", "{\"weight\":2}")) {
            calls.sendAndLook("/v1/tubes/ordered/keys/acme", "PUT /v1/tubes/ordered/keys/acme", body);
        }
        calls.setUp("PUT /v1/tubes/keyless");
        for (String tube : List.of("keyless", "none")) {
            String key = " /v1/tubes/" + tube + "/keys/acme";
            calls.send("PUT" + key, "{\"weight\":2}");
            calls.send("PUT" + key, "{\"weight\":0}");
            calls.send("GET" + key);
            calls.send("DELETE" + key);
        }
    }
}
