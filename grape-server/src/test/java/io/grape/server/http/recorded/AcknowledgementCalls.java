package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Acknowledgements: what a consumer says of a job that it holds. */
final class AcknowledgementCalls {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/j";
    private static final String ACKS = "POST " + TUBE + "/acks";

    private static final Parameter LEASE = Parameter.of("lease", "<lease>", "1", "-1", "18446744073709551616");

    private static final Map<String, List<Parameter>> PARAMETERS = parameters();

    private static final List<Field> OF_ALL = List.of(
            Field.of("id", "\"j\"", "\"other\"", "\"a\\nb\"", "\"" + "i".repeat(201) + "\""),
            Field.of("lease", "\"<lease>\"", "\"1\"", "\"-1\"", "\"18446744073709551616\"", "1"),
            Field.of("op", "\"touch\"", "\"TOUCH\"", "\"delete\"", "\"kick\""));

    private static final Map<String, List<Field>> FIELDS = fields();

    /** Each field that some acknowledgement takes. */
    private static final List<String> EXTRAS = List.of(
            "\"delayMs\":60000",
            "\"priority\":10",
            "\"pauseKeyMs\":60000",
            "\"reason\":\"why\"",
            "\"progress\":40",
            "\"note\":\"page 4\"",
            "\"checkpoint\":{\"page\":4}",
            "\"checkpointBase64\":\"AAH/\"",
            "\"result\":{\"sum\":3}",
            "\"resultBase64\":\"AAH/\"",
            "\"contentType\":\"application/json\"",
            "\"next\":1",
            "\"waitMs\":0",
            "\"unknown\":1",
            "\"ü\":1");

    /** Fields that have a rule between them. */
    private static final Map<String, List<String>> PAIRS = Map.of(
            "finish",
            List.of(
                    "\"result\":1,\"resultBase64\":\"AAH/\"",
                    "\"result\":1,\"contentType\":\"text/plain\"",
                    "\"result\":1,\"contentType\":\"application/vnd.shop+json\"",
                    "\"resultBase64\":\"AAH/\",\"contentType\":\"application/json\"",
                    "\"resultBase64\":\"AAH/\",\"contentType\":\"text/plain\""),
            "handover",
            List.of(
                    "\"checkpoint\":1,\"checkpointBase64\":\"AAH/\"",
                    "\"checkpoint\":1,\"contentType\":\"text/plain\"",
                    "\"checkpointBase64\":\"AAH/\",\"contentType\":\"application/json\"",
                    "\"checkpointBase64\":\"AAH/\",\"contentType\":\"text/plain\""),
            "release",
            List.of("\"delayMs\":60000,\"pauseKeyMs\":60000", "\"delayMs\":-1,\"priority\":-1,\"pauseKeyMs\":0"),
            "touch",
            List.of("\"progress\":40,\"note\":\"page 4 of 10\"", "\"progress\":-1,\"note\":5"),
            "bury",
            List.of("\"reason\":\"why\",\"priority\":3"));

    private AcknowledgementCalls() {}

    private static Map<String, List<Parameter>> parameters() {
        Parameter delay = Parameter.of("delayMs", "60000", "4294967294999", "4294967295000", "4294967295001");
        Parameter priority = Parameter.of("priority", "10", "1", "4294967294", "4294967295", "4294967296");
        Map<String, List<Parameter>> parameters = new LinkedHashMap<>();
        parameters.put("finish", List.of(Parameter.of("next", "1", "2", "999", "1000", "1001")));
        parameters.put(
                "release",
                List.of(
                        delay,
                        priority,
                        Parameter.of("pauseKeyMs", "60000", "4294967294999", "4294967295000", "4294967295001")));
        parameters.put(
                "bury",
                List.of(
                        Parameter.of(
                                "reason",
                                "no+such+mailbox",
                                "r".repeat(999),
                                "r".repeat(1000),
                                "r".repeat(1001),
                                "a%0Ab",
                                "%00"),
                        priority));
        parameters.put(
                "touch",
                List.of(
                        Parameter.of("progress", "40", "1", "99", "100", "101"),
                        Parameter.of(
                                "note",
                                "page+4+of+10",
                                "n".repeat(255),
                                "n".repeat(256),
                                "n".repeat(257),
                                "a%0Ab",
                                "%00")));
        parameters.put("handback", List.of(delay));
        return parameters;
    }

    private static Map<String, List<Field>> fields() {
        Field delay = Field.of("delayMs", "60000", "4294967294999", "4294967295000", "4294967295001");
        Field checkpoint = Field.of("checkpoint", "{\"page\":4}", "1.00", "{\"a\":}");
        Field checkpointBase64 = Field.of("checkpointBase64", "\"AAH/\"", "\"AAH\"", "\"*\"");
        Map<String, List<Field>> fields = new LinkedHashMap<>();
        fields.put(
                "finish",
                List.of(
                        Field.of("result", "{\"sum\":3}", "1.00", "{\"a\":}"),
                        Field.of("resultBase64", "\"AAH/\"", "\"AAH\"", "\"*\"")));
        fields.put(
                "release",
                List.of(
                        delay,
                        JobFields.PRIORITY,
                        Field.of("pauseKeyMs", "60000", "4294967294999", "4294967295000", "4294967295001")));
        fields.put(
                "bury",
                List.of(
                        Field.of(
                                "reason",
                                "\"no such mailbox\"",
                                "\"" + "r".repeat(999) + "\"",
                                "\"" + "r".repeat(1000) + "\"",
                                "\"" + "r".repeat(1001) + "\"",
                                "\"a\\nb\"",
                                "\"\\ud800\""),
                        JobFields.PRIORITY));
        fields.put(
                "touch",
                List.of(
                        Field.of("progress", "40", "1", "99", "100", "101", "4294967336"),
                        Field.of(
                                "note",
                                "\"page 4\"",
                                "\"" + "n".repeat(255) + "\"",
                                "\"" + "n".repeat(256) + "\"",
                                "\"" + "n".repeat(257) + "\"",
                                "\"" + "😀".repeat(256) + "\"",
                                "\"a\\nb\"")));
        fields.put("handback", List.of(delay));
        fields.put("handover", List.of(checkpoint, checkpointBase64));
        return fields;
    }

    private static void tube(CallRecorder calls) {
        calls.setUp("PUT " + TUBE, "{\"keys\":{},\"keepFinishedMs\":3600000}");
    }

    /** The job is held under {@code <lease>}. */
    private static void hold(CallRecorder calls) {
        calls.cleanUp("DELETE " + JOB + "?force=true");
        // Ends the rest of the key that the acknowledgement before may have asked for.
        calls.setUp("DELETE " + TUBE + "/keys/acme");
        calls.setUp("PUT " + JOB + "?key=acme&ttrMs=3600000", "x");
        calls.setUp("POST " + JOB + "/consume");
    }

    /** One job, with parameters. */
    static void sendAll(CallRecorder calls) {
        tube(calls);
        hold(calls);
        PARAMETERS.forEach((verb, parameters) -> {
            one(calls, verb, "lease=<lease>");
            one(calls, verb, "lease=<lease>&unknown=1");
            LEASE.someQueries().forEach(query -> one(calls, verb, query));
            for (Parameter parameter : parameters) {
                parameter.queries("lease=<lease>").forEach(query -> one(calls, verb, query));
            }
            EXTRAS.forEach(extra -> one(calls, verb, "lease=<lease>&" + asQuery(extra)));
            calls.send("POST " + TUBE + "/jobs/none/" + verb + "?lease=1");
            calls.send("POST /v1/tubes/none/jobs/j/" + verb + "?lease=1");
        });
        waits(calls);
        results(calls);
        handOvers(calls);
        keyless(calls);
    }

    private static String asQuery(String field) {
        String[] nameAndValue = field.split(":", 2);
        String name = nameAndValue[0].replace("\"", "").replace("ü", "%C3%BC");
        String value = nameAndValue[1].replaceAll("[\"{}]", "").replace(" ", "%20");
        return name + "=" + value;
    }

    private static void one(CallRecorder calls, String verb, String query) {
        if (calls.sendAndLook(JOB, "POST " + JOB + "/" + verb + "?" + query, "")) {
            hold(calls);
        }
    }

    private static void waits(CallRecorder calls) {
        for (String query : Parameter.of("waitMs", "0", "1", "60001").queries("next=1&lease=1")) {
            calls.send("POST " + JOB + "/finish?" + query);
        }
        for (String query : List.of("waitMs=0", "waitMs=1", "waitMs=x")) {
            calls.send("POST " + JOB + "/finish?lease=1&" + query);
            calls.send(ACKS + "?" + query, "[]");
        }
        for (String query : Parameter.of("next", "1", "1000", "1001").queries()) {
            calls.send(ACKS + "?" + query, "[]");
        }
        calls.setUp("PUT " + TUBE + "/jobs/next", "{\"n\":2}");
        calls.send("POST " + JOB + "/finish?lease=<lease>&next=1&waitMs=60000");
        calls.setUp("DELETE " + TUBE + "/jobs/next?force=true");
        hold(calls);
    }

    /** A result is the body of a finish. */
    private static void results(CallRecorder calls) {
        for (String type : List.of(
                "", "application/json", "application/vnd.shop+json", "text/plain", "x", "a/" + "b".repeat(199))) {
            for (String result : List.of("{\"sum\":3}", "x")) {
                String[] headers = type.isEmpty() ? new String[0] : new String[] {"Content-Type", type};
                if (calls.sendAndLook(JOB, "POST " + JOB + "/finish?lease=<lease>", result, headers)) {
                    calls.send("GET " + JOB + "/result");
                    hold(calls);
                }
            }
        }
        calls.send("POST " + JOB + "/finish?lease=<lease>", "x".repeat(65_536));
        hold(calls);
        calls.send("POST " + JOB + "/finish?lease=<lease>", "x".repeat(65_537));
        calls.send("POST " + JOB + "/release?lease=<lease>", "x");
    }

    private static void handOvers(CallRecorder calls) {
        String request = "POST " + JOB + "/handover";
        for (String query : LEASE.queries()) {
            if (calls.send(request + "?" + query, "{\"checkpoint\":1}")) {
                hold(calls);
            }
        }
        List<String> bodies = new ArrayList<>(
                List.of("", "{}", "null", "[]", "{", "{\"unknown\":1}", "{\"checkpointType\":\"text/plain\"}"));
        fields().getOrDefault("handover", List.of()).forEach(field -> bodies.addAll(Bodies.PLAIN.of(field)));
        bodies.addAll(Bodies.PLAIN.needs("checkpointBase64", "\"AAH/\"").some(JobFields.CONTENT_TYPE));
        PAIRS.getOrDefault("handover", List.of()).forEach(pair -> bodies.add(Bodies.PLAIN.with(pair)));
        bodies.add(Bodies.PLAIN.with("checkpoint", "\"" + "c".repeat(65_534) + "\""));
        bodies.add(Bodies.PLAIN.with("checkpoint", "\"" + "c".repeat(65_535) + "\""));
        for (String body : bodies) {
            if (calls.sendAndLook(JOB, request + "?lease=<lease>", body)) {
                hold(calls);
            }
        }
    }

    /** Only a key can rest. */
    private static void keyless(CallRecorder calls) {
        calls.setUp("PUT /v1/tubes/keyless/jobs/j?key=acme", "x");
        calls.setUp("POST /v1/tubes/keyless/jobs/j/consume");
        calls.send("POST /v1/tubes/keyless/jobs/j/release?lease=<lease>&pauseKeyMs=1000");
        calls.setUp("PUT " + TUBE + "/jobs/keyless", "x");
        calls.setUp("POST " + TUBE + "/jobs/keyless/consume");
        calls.send("POST " + TUBE + "/jobs/keyless/release?lease=<lease>&pauseKeyMs=1000");
    }

    /** Many jobs, in JSON. */
    static void sendJson(CallRecorder calls) {
        tube(calls);
        hold(calls);
        Bodies touch = touch();
        for (String body : List.of("", "{}", "null", "[", "[]", "[{}]", "[5]", "[null]", "[[]]", touch.alone())) {
            calls.send(ACKS, body);
        }
        calls.send("POST /v1/tubes/none/acks", "[" + touch.alone() + "]");
        OF_ALL.forEach(field -> touch.of(field).forEach(item -> item(calls, item)));
        FIELDS.forEach((op, fields) -> {
            Bodies item = touch.needs("op", "\"" + op + "\"");
            item(calls, item.alone());
            fields.forEach(field -> item.of(field).forEach(body -> item(calls, body)));
            EXTRAS.forEach(extra -> item(calls, item.with(extra)));
            PAIRS.getOrDefault(op, List.of()).forEach(pair -> item(calls, item.with(pair)));
        });
        Bodies handOver = touch.needs("op", "\"handover\"").needs("checkpointBase64", "\"AAH/\"");
        handOver.some(JobFields.CONTENT_TYPE).forEach(body -> item(calls, body));
        Bodies finish = touch.needs("op", "\"finish\"").needs("resultBase64", "\"AAH/\"");
        finish.some(JobFields.CONTENT_TYPE).forEach(body -> item(calls, body));
        many(calls);
    }

    private static Bodies touch() {
        return Bodies.PLAIN.needs("id", "\"j\"").needs("lease", "\"<lease>\"").needs("op", "\"touch\"");
    }

    private static void item(CallRecorder calls, String item) {
        if (calls.sendItem(ACKS, "[" + item + "]")) {
            calls.send("GET " + JOB);
            hold(calls);
        }
    }

    private static void many(CallRecorder calls) {
        Bodies touch = touch();
        List<String> items = new ArrayList<>();
        EXTRAS.forEach(extra -> items.add(touch.with(extra)));
        calls.send(ACKS, "[" + String.join(",", items) + "]");
        String item = touch.needs("lease", "\"1\"").alone();
        calls.send(ACKS, "[" + (item + ",").repeat(1000) + item + "]");
    }
}
