package io.grape.server.http.recorded;

import java.util.List;

/** Quotas of clients. */
final class QuotaCalls {
    private static final String QUOTA = "/v1/quotas/importer";

    private static final List<Field> FIELDS = List.of(
            Field.of("produce", "{\"perSecond\":100}", "{\"burst\":5}", "{\"perSecond\":null}", "{\"x\":1}"),
            Field.of("consume", "{\"perSecond\":100}", "{\"burst\":5}", "{\"perSecond\":null}", "{\"x\":1}"),
            Field.of("inFlight", "20", "1", "2", "999999", "1000000", "1000001", "4294967296"));

    private static final List<Field> OF_RATE = List.of(
            Field.of("perSecond", "2.5", "1", "0.000009", "0.00001", "0.000011", "999999.5", "1000000", "1000000.1"),
            Field.of("burst", "3", "1", "2", "999999", "1000000", "1000001"));

    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "null",
            "[]",
            "{",
            "{\"unknown\":1}",
            "{\"inFlight\":5,\"unknown\":1}",
            "{\"inFlight\":5,\"name\":\"importer\"}",
            "{\"inFlight\":5,\"perSecond\":1}",
            "{\"produce\":null,\"consume\":null,\"inFlight\":null}",
            "{\"produce\":null,\"consume\":null,\"inFlight\":5}",
            "{\"produce\":{\"perSecond\":0},\"consume\":{\"perSecond\":0},\"inFlight\":0}",
            "{\"produce\":{\"perSecond\":100,\"burst\":200},\"consume\":{\"perSecond\":0.5},\"inFlight\":20}");

    private QuotaCalls() {}

    static void sendAll(CallRecorder calls) {
        OTHER.forEach(body -> put(calls, QUOTA, body));
        FIELDS.forEach(field -> Bodies.PLAIN.of(field).forEach(body -> put(calls, QUOTA, body)));
        for (String part : List.of("produce", "consume")) {
            Bodies rate = Bodies.PLAIN.needs("perSecond", "2.5").within("{\"" + part + "\":", "}");
            OF_RATE.forEach(field -> rate.of(field).forEach(body -> put(calls, QUOTA, body)));
        }
        again(calls);
        names(calls);
    }

    private static void put(CallRecorder calls, String path, String body) {
        if (calls.sendAndLook(path, "PUT " + path, body)) {
            calls.setUp("DELETE " + path);
        }
    }

    private static void again(CallRecorder calls) {
        calls.send("GET " + QUOTA);
        calls.send("DELETE " + QUOTA);
        calls.send("PUT " + QUOTA, "{\"inFlight\":5}");
        calls.sendAndLook(QUOTA, "PUT " + QUOTA, "{\"produce\":{\"perSecond\":1}}");
        calls.send("GET /v1/quotas");
        calls.send("DELETE " + QUOTA);
        calls.send("GET /v1/quotas");
    }

    private static void names(CallRecorder calls) {
        for (String name : List.of(
                "default",
                "user:ann",
                "user:",
                "10.1.2.3",
                "2001:db8::7",
                "2001:DB8::7",
                "2001:db8:0:0::7",
                "2001:db8::%2F64",
                "2001:db8::%2F32",
                "-a",
                "a%20b",
                "%C3%BC",
                "..",
                "q".repeat(64),
                "q".repeat(65))) {
            put(calls, "/v1/quotas/" + name, "{\"inFlight\":1000000}");
        }
    }
}
