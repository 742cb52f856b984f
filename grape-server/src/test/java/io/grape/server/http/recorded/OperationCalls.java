package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/** Operations on many jobs. */
final class OperationCalls {
    private static final String OPERATIONS = "/v1/operations";

    private static final Bodies KICK =
            Bodies.PLAIN.needs("kind", "\"kick\"").needs("tube", "\"t\"").needs("state", "\"failed\"");
    private static final Bodies DRY = KICK.needs("dryRun", "true");
    private static final Bodies OF_DELAYED = DRY.needs("state", "\"delayed\"");
    private static final Bodies MOVE = DRY.needs("kind", "\"move\"").needs("to", "\"other\"");

    private static final List<Field> FIELDS = List.of(
            Field.of("kind", "\"kick\"", "\"delete\"", "\"move\"", "\"KICK\"", "\"finish\""),
            Field.of("tube", "\"t\"", "\"none\"", "\"a b\"", "\".\"", "\"" + "t".repeat(201) + "\""),
            Field.of(
                    "state",
                    "\"failed\"",
                    "\"delayed\"",
                    "\"ready\"",
                    "\"retained\"",
                    "\"gated\"",
                    "\"finished\"",
                    "\"FAILED\""),
            Field.of(
                    "reason",
                    "\"no such mailbox\"",
                    "\"" + "r".repeat(200) + "\"",
                    "\"" + "r".repeat(201) + "\"",
                    "\"\\ud800\""),
            JobFields.KEY,
            Field.of(
                    "label", "\"eu\"", "\"EU\"", "\"a b\"", "\"" + "l".repeat(64) + "\"", "\"" + "l".repeat(65) + "\""),
            Field.of("limit", "5", "1", "2", "999999999", "1000000000", "1000000001", "-0"),
            Field.of("perSecond", "5", "1", "2", "999999", "1000000", "1000001", "0.5"),
            Field.of("delayMs", "5000", "1", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("stopAfterFailures", "5", "1", "2", "999999999", "1000000000", "1000000001"));

    private static final List<String> OTHER = List.of(
            "",
            "{}",
            "null",
            "[]",
            "{",
            "{\"kind\":\"kick\"}",
            "{\"kind\":\"kick\",\"tube\":\"t\"}",
            "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"unknown\":1,\"dryRun\":true}",
            "{\"kind\":\"kick\",\"tube\":\"t\",\"from\":\"failed\",\"dryRun\":true}",
            "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"labels\":[\"eu\"],\"dryRun\":true}",
            "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\",\"max\":5,\"dryRun\":true}",
            "{\"kind\":\"x\",\"tube\":\"\",\"state\":\"x\",\"limit\":0}");

    /** Fields that have a rule between them, after a kind, a tube and a dry run. */
    private static final List<String> PAIRS = List.of(
            "\"state\":\"failed\",\"dueFrom\":\"2110-01-01T00:00:00Z\"",
            "\"state\":\"failed\",\"dueTo\":\"2110-01-01T00:00:00Z\"",
            "\"state\":\"delayed\",\"reason\":\"x\"",
            "\"state\":\"ready\",\"reason\":\"x\"",
            "\"state\":\"delayed\",\"dueFrom\":\"2110-01-01T00:00:00Z\",\"dueTo\":\"2110-01-01T00:00:00Z\"",
            "\"state\":\"delayed\",\"dueFrom\":\"2110-01-02T00:00:00Z\",\"dueTo\":\"2110-01-01T00:00:00Z\"",
            "\"state\":\"delayed\",\"dueFrom\":\"2110-01-01T00:00:00Z\",\"dueTo\":\"2110-01-02T00:00:00Z\"",
            "\"state\":\"ready\",\"dueTo\":\"2110-01-01T00:00:00Z\"",
            "\"state\":\"ready\",\"key\":\"acme\",\"label\":\"eu\"",
            "\"state\":\"ready\",\"limit\":1",
            "\"state\":\"ready\",\"delayMs\":5000,\"limit\":1,\"perSecond\":1,\"stopAfterFailures\":1");

    private OperationCalls() {}

    static void sendAll(CallRecorder calls) {
        jobs(calls);
        dryBodies().forEach(body -> calls.send("POST " + OPERATIONS, body));
        Field.flag("dryRun").values().stream()
                .filter(value -> !value.equals("false"))
                .forEach(value -> calls.send("POST " + OPERATIONS, KICK.with("dryRun", value)));
        calls.setUp("DELETE /v1/tubes/t?confirm=t");
        real(calls);
    }

    private static void jobs(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/t", "{\"keys\":{}}");
        calls.setUp("PUT /v1/tubes/t/jobs/ready?key=acme&labels=eu", "x");
        calls.setUp("PUT /v1/tubes/t/jobs/delayed?dueAt=2110-01-01T00:00:00Z&key=acme&labels=eu,trial", "x");
        calls.setUp(
                "POST /v1/tubes/t/import",
                "[{\"id\":\"failed\",\"payload\":1,\"failedAt\":\"2020-01-01T00:00:00Z\",\"reason\":\"no such mailbox\"}]");
    }

    private static List<String> dryBodies() {
        List<String> bodies = new ArrayList<>(OTHER);
        bodies.add(DRY.alone());
        FIELDS.forEach(field -> bodies.addAll(DRY.of(field)));
        bodies.addAll(OF_DELAYED.of(Field.instant("dueFrom")));
        bodies.addAll(OF_DELAYED.of(Field.instant("dueTo")));
        bodies.addAll(MOVE.of(
                Field.of("to", "\"other\"", "\"t\"", "\"a b\"", "\".\"", "\"..\"", "\"" + "t".repeat(201) + "\"")));
        Bodies any = Bodies.PLAIN.needs("tube", "\"t\"").needs("dryRun", "true");
        for (String kind : List.of("\"kick\"", "\"delete\"", "\"move\"")) {
            PAIRS.forEach(fields -> bodies.add(any.needs("kind", kind).with(fields)));
            bodies.add(any.needs("kind", kind).with("\"state\":\"ready\",\"to\":\"other\""));
            bodies.add(any.needs("kind", kind).with("\"state\":\"ready\",\"to\":\"other\",\"delayMs\":5"));
            bodies.add(any.needs("kind", kind).with("\"state\":\"ready\",\"to\":\"t\""));
        }
        return bodies;
    }

    /** In a tube without jobs, so that no reply depends on the speed of the broker. */
    private static void real(CallRecorder calls) {
        calls.send("POST " + OPERATIONS, KICK.alone());
        calls.setUp("PUT /v1/tubes/t", "{\"keys\":{}}");
        calls.setUp("PUT /v1/tubes/other");
        Bodies delayed = KICK.needs("state", "\"delayed\"");
        Bodies move = KICK.needs("kind", "\"move\"").needs("to", "\"other\"");
        List<String> bodies = new ArrayList<>(List.of(
                KICK.alone(),
                KICK.with("dryRun", "false"),
                KICK.with("reason", "\"no such mailbox\""),
                KICK.with("key", "\"acme\""),
                KICK.with("label", "\"eu\""),
                KICK.with("limit", "5"),
                KICK.with("limit", "1000000000"),
                KICK.with("perSecond", "5"),
                KICK.with("perSecond", "1000000"),
                KICK.with("delayMs", "0"),
                KICK.with("delayMs", "4294967295000"),
                KICK.with("stopAfterFailures", "5"),
                delayed.with("dueFrom", "\"2110-01-01T02:00:00+02:00\""),
                delayed.with("dueTo", "\"2200-01-01T00:00:00Z\""),
                KICK.with("kind", "\"delete\""),
                move.alone()));
        bodies.add(
                KICK.with(
                        "\"reason\":\"x\",\"key\":\"acme\",\"label\":\"eu\",\"limit\":5,\"perSecond\":6,\"delayMs\":7,\"stopAfterFailures\":8"));
        for (String body : bodies) {
            calls.send("POST " + OPERATIONS, body);
            calls.sendForOperation("GET " + OPERATIONS + "/<id>");
        }
        for (String verb : List.of("", "/pause", "/resume", "/cancel")) {
            calls.send((verb.isEmpty() ? "GET " : "POST ") + OPERATIONS + "/none" + verb);
        }
    }
}
