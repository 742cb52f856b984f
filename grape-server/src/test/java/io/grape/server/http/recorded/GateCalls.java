package io.grape.server.http.recorded;

import java.util.List;

/** Gates. */
final class GateCalls {
    private static final String GATES = "/v1/tubes/t/gates";
    private static final String GATE = GATES + "/outage";

    private static final Bodies ALL =
            Bodies.PLAIN.needs("match", "{\"all\":true}").needs("mode", "\"refuse\"");
    private static final Bodies MATCH = Bodies.PLAIN.within("{\"mode\":\"refuse\",\"match\":", "}");

    private static final List<Field> FIELDS = List.of(
            Field.of(
                    "match",
                    "{\"label\":\"eu\"}",
                    "{\"all\":true}",
                    "{\"key\":\"acme\"}",
                    "{\"x\":1}",
                    "{\"key\":\"acme\",\"label\":\"eu\"}",
                    "{\"key\":\"acme\",\"all\":true}",
                    "{\"key\":null,\"label\":\"eu\"}",
                    "{\"key\":null,\"label\":null,\"all\":null}",
                    "{\"key\":\"acme\",\"all\":false}"),
            Field.of("mode", "\"hold\"", "\"drop\"", "\"bury\"", "\"refuse\"", "\"HOLD\"", "\" hold\"", "\"pause\""),
            Field.instant("until"),
            Field.of(
                    "reason",
                    "\"the renderer is down\"",
                    "\"" + "r".repeat(199) + "\"",
                    "\"" + "r".repeat(200) + "\"",
                    "\"" + "r".repeat(201) + "\"",
                    "\"" + "😀".repeat(200) + "\"",
                    "\"" + "😀".repeat(201) + "\"",
                    "\"a\\nb\"",
                    "\"a\\u0000b\"",
                    "\"\\ud800\""));

    private static final List<Field> OF_MATCH = List.of(
            Field.of(
                    "key",
                    "\"acme\"",
                    "\"A.b_c:d~-9\"",
                    "\"a b\"",
                    "\"a/b\"",
                    "\"" + "k".repeat(128) + "\"",
                    "\"" + "k".repeat(129) + "\""),
            Field.of(
                    "label",
                    "\"eu\"",
                    "\"a.b_c:d/-9\"",
                    "\"EU\"",
                    "\"a b\"",
                    "\"" + "l".repeat(64) + "\"",
                    "\"" + "l".repeat(65) + "\""),
            Field.flag("all"));

    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "null",
            "[]",
            "{",
            "{\"match\":{\"all\":true}}",
            "{\"mode\":\"hold\"}",
            "{\"match\":{\"all\":true},\"mode\":\"hold\",\"unknown\":1}",
            "{\"match\":{\"all\":true},\"mode\":\"hold\",\"name\":\"outage\"}",
            "{\"match\":{\"all\":true},\"mode\":\"hold\",\"by\":\"ann\"}",
            "{\"match\":{},\"mode\":\"x\",\"until\":\"x\",\"reason\":5}",
            "{\"match\":{\"all\":true},\"mode\":\"drop\",\"until\":\"2110-01-01T00:00:00Z\",\"reason\":\"why\"}");

    private GateCalls() {}

    static void sendAll(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t", "{\"keys\":{}}");
        calls.send("GET " + GATES);
        OTHER.forEach(body -> put(calls, body));
        FIELDS.forEach(field -> ALL.of(field).forEach(body -> put(calls, body)));
        OF_MATCH.forEach(field -> MATCH.of(field).forEach(body -> put(calls, body)));
        dryRun(calls);
        again(calls);
        names(calls);
        tubes(calls);
    }

    private static void put(CallRecorder calls, String body) {
        if (calls.sendAndLook(GATES, "PUT " + GATE, body)) {
            calls.setUp("DELETE " + GATE);
        }
    }

    private static void dryRun(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t/jobs/a?key=acme&labels=eu", "x");
        for (String query : Parameter.flag("dryRun").queries()) {
            calls.send("PUT " + GATE + "?" + query, "{\"match\":{\"label\":\"eu\"},\"mode\":\"refuse\"}");
        }
        calls.setUp("DELETE /v1/tubes/t/jobs/a");
        calls.cleanUp("DELETE " + GATE);
    }

    private static void again(CallRecorder calls) {
        calls.send("PUT " + GATE, "{\"match\":{\"all\":true},\"mode\":\"hold\"}");
        calls.sendAndLook(GATES, "PUT " + GATE, "{\"match\":{\"label\":\"eu\"},\"mode\":\"drop\",\"reason\":\"b\"}");
        calls.send("DELETE " + GATE);
        calls.send("DELETE " + GATE);
        calls.sendAndLook(
                GATES, "PUT " + GATES + "/pause", "{\"match\":{\"all\":true},\"mode\":\"hold\",\"reason\":\"r\"}");
        calls.send("PUT " + GATES + "/pause", "{\"match\":{\"all\":true},\"mode\":\"drop\"}");
        calls.send("PUT " + GATES + "/pause", "{\"match\":{\"label\":\"eu\"},\"mode\":\"hold\"}");
        calls.send("DELETE " + GATES + "/pause");
        calls.send("DELETE " + GATES + "/pause");
    }

    private static void names(CallRecorder calls) {
        for (String name :
                List.of("A.b_c-9", ".", "%2E%2E", "a%20b", "a%2Fb", "a:b", "%C3%BC", "g".repeat(64), "g".repeat(65))) {
            calls.send("PUT " + GATES + "/" + name, ALL.alone());
            calls.cleanUp("DELETE " + GATES + "/" + name);
        }
    }

    private static void tubes(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/ordered", "{\"keys\":{\"ordered\":true}}");
        calls.setUp("PUT /v1/tubes/keyless");
        for (String tube : List.of("ordered", "keyless", "none")) {
            for (String match : List.of("{\"all\":true}", "{\"key\":\"acme\"}", "{\"label\":\"eu\"}")) {
                String gates = "/v1/tubes/" + tube + "/gates";
                calls.sendAndLook(gates, "PUT " + gates + "/outage", "{\"match\":" + match + ",\"mode\":\"hold\"}");
                calls.cleanUp("DELETE " + gates + "/outage");
            }
        }
    }
}
