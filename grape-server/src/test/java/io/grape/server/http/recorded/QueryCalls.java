package io.grape.server.http.recorded;

import java.util.List;

/** Query parameters of other calls. */
final class QueryCalls {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/j";

    private QueryCalls() {}

    static void sendAll(CallRecorder calls) {
        pauses(calls);
        consumes(calls);
        kicks(calls);
        cancels(calls);
        deletes(calls);
        results(calls);
        takes(calls);
        removals(calls);
        paths(calls);
    }

    private static void pauses(CallRecorder calls) {
        calls.send("POST " + TUBE + "/pause");
        calls.send("POST " + TUBE + "/resume");
        calls.setUp("PUT " + TUBE);
        calls.send("POST " + TUBE + "/resume");
        calls.send("POST " + TUBE + "/pause");
        calls.send("POST " + TUBE + "/pause", "{}");
        List<Parameter> parameters = List.of(
                Parameter.of("forMs", "4294967295000", "1", "4294967294999", "4294967295001"),
                Parameter.of(
                        "reason", "the+printer", "r".repeat(200), "r".repeat(201), "r".repeat(1001), "a%0Ab", "%00"));
        for (Parameter parameter : parameters) {
            for (String query : parameter.queries()) {
                String request = "POST " + TUBE + "/pause?" + query;
                // A pause of a millisecond may be over when the tube is shown.
                if (query.equals("forMs=1")) {
                    calls.sendForStatus(request, "");
                } else {
                    calls.send(request);
                }
                calls.setUp("POST " + TUBE + "/resume");
            }
        }
        calls.send("POST " + TUBE + "/pause?forMs=4294967295000&reason=r");
        calls.send("POST " + TUBE + "/resume?forMs=5");
        calls.send("POST " + TUBE + "/resume");
    }

    private static void consumes(CallRecorder calls) {
        String one = "POST " + TUBE + "/consume";
        List<Parameter> parameters = List.of(
                Parameter.of("max", "5", "1", "2", "999", "1000", "1001"), Parameter.of("waitMs", "0", "1", "60001"));
        for (Parameter parameter : parameters) {
            parameter.queries().forEach(query -> calls.send(one + "?" + query));
            parameter.someQueries("tubes=t").forEach(query -> calls.send("POST /v1/consume?" + query));
        }
        calls.send(one + "?unknown=1");
        calls.send(one, "{}");
        calls.send("POST /v1/consume");
        Parameter.of(
                        "tubes",
                        "t",
                        "t,u",
                        "t,t",
                        "t,",
                        ",",
                        "a%20b",
                        "none",
                        "t," + "u".repeat(201),
                        hundredTubes(),
                        hundredTubes() + ",t")
                .queries()
                .forEach(query -> calls.send("POST /v1/consume?" + query));
        calls.setUp("PUT " + JOB, "{\"n\":1}", "Content-Type", "application/json");
        for (String request :
                List.of(one + "?max=1000&waitMs=60000", "POST /v1/consume?tubes=none,t&max=1&waitMs=60000")) {
            calls.send(request);
            calls.setUp("POST " + JOB + "/handback?lease=<lease>");
        }
        calls.setUp("DELETE " + JOB);
    }

    private static String hundredTubes() {
        StringBuilder names = new StringBuilder("a00");
        for (String tens : List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")) {
            for (String ones : List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")) {
                names.append((tens + ones).equals("00") ? "" : ",a" + tens + ones);
            }
        }
        return names.toString();
    }

    private static void kicks(CallRecorder calls) {
        calls.setUp("PUT " + JOB + "?dueAt=2110-01-01T00:00:00Z", "x");
        for (String query : Parameter.of("delayMs", "60000", "4294967294999", "4294967295000", "4294967295001")
                .queries()) {
            calls.send("POST " + JOB + "/kick?" + query);
        }
        calls.send("POST " + JOB + "/kick?unknown=1");
        calls.setUp("DELETE " + JOB);
        calls.send("POST " + JOB + "/kick");
        Parameter.of("max", "5", "1", "2", "999", "1000", "1001")
                .queries()
                .forEach(query -> calls.send("POST " + TUBE + "/kick?" + query));
        calls.send("POST " + TUBE + "/kick");
        calls.send("POST /v1/tubes/none/kick");
    }

    private static void cancels(CallRecorder calls) {
        calls.send("POST " + JOB + "/cancel");
        calls.setUp("PUT " + JOB, "x");
        calls.send("POST " + JOB + "/cancel");
        for (String query : Parameter.of(
                        "reason",
                        "the+order+is+gone",
                        "r".repeat(199),
                        "r".repeat(200),
                        "r".repeat(201),
                        "a%0Ab",
                        "%00")
                .queries()) {
            calls.setUp("POST " + JOB + "/consume");
            calls.send("POST " + JOB + "/cancel?" + query);
            calls.setUp("POST " + JOB + "/handback?lease=<lease>");
        }
        calls.setUp("DELETE " + JOB);
    }

    private static void deletes(CallRecorder calls) {
        calls.send("DELETE " + JOB);
        for (String query : Parameter.flag("force").queries()) {
            calls.setUp("PUT " + JOB, "x");
            calls.setUp("POST " + JOB + "/consume");
            calls.send("DELETE " + JOB + "?" + query);
            calls.cleanUp("DELETE " + JOB + "?force=true");
        }
        calls.send("DELETE /v1/tubes/none/jobs/j");
    }

    private static void results(CallRecorder calls) {
        calls.setUp("PUT " + TUBE, "{\"keepFinishedMs\":3600000}");
        calls.setUp("PUT " + JOB, "x");
        calls.send("GET " + JOB + "/result");
        calls.send("GET " + JOB + "/result?waitMs=1");
        calls.setUp("POST " + JOB + "/consume");
        calls.setUp("POST " + JOB + "/finish?lease=<lease>", "{\"sum\":3}", "Content-Type", "application/json");
        Parameter.of("waitMs", "5000", "1", "59999", "60000", "60001")
                .queries()
                .forEach(query -> calls.send("GET " + JOB + "/result?" + query));
        calls.send("GET " + TUBE + "/jobs/none/result");
        for (String look : List.of("", "/payload", "/history", "/explain", "?unknown=1", "/payload?limit=1")) {
            calls.send("GET " + JOB + look);
        }
    }

    private static void takes(CallRecorder calls) {
        calls.send("POST " + TUBE + "/jobs/none/consume");
        calls.send("POST " + JOB + "/consume");
        calls.setUp("PUT " + JOB, "{\"n\":1}", "Content-Type", "application/json");
        calls.send("POST " + JOB + "/consume?max=1");
        calls.send("POST " + JOB + "/consume", "{}");
        calls.send("POST " + JOB + "/consume");
        calls.send("POST " + JOB + "/consume");
        calls.setUp("DELETE " + JOB + "?force=true");
    }

    private static void removals(CallRecorder calls) {
        for (String query : Parameter.of("confirm", "t", "T", "other", "a%20b").queries()) {
            calls.setUp("PUT " + JOB, "x");
            calls.send("DELETE " + TUBE + "?" + query);
        }
        calls.setUp("PUT " + JOB, "x");
        calls.send("DELETE " + TUBE);
        calls.setUp("DELETE " + JOB);
        calls.send("DELETE " + TUBE);
        calls.send("DELETE " + TUBE);
        calls.send("DELETE " + TUBE + "?confirm=t");
    }

    /** Paths and methods that there are not. */
    private static void paths(CallRecorder calls) {
        for (String request : List.of(
                "GET /v1",
                "GET /v1/tube",
                "GET /v1/tubes/",
                "POST /v1/tubes",
                "PATCH /v1/tubes/t",
                "POST /v1/tubes/t/jobs/a",
                "PUT /v1/tubes/t/jobs",
                "GET /v1/tubes/t/consume",
                "PUT /v1/operations",
                "DELETE /v1/quotas",
                "GET /v1/schedules/preview",
                "POST /v1/stream",
                "GET /v1/stream",
                "GET /v1/stream?topics=x",
                "GET /v1/workers/w/presence")) {
            calls.send(request);
        }
    }
}
