package io.grape.server.http.recorded;

import java.util.List;

/** Query parameters of lists. */
final class ListCalls {
    private static final String TUBE = "/v1/tubes/t";
    private static final String[] LIMITS = {"1", "2", "999", "1000", "1001"};

    private static final Parameter CURSOR = Parameter.of("cursor", "YQ", "YQ==", "_", "*");

    private ListCalls() {}

    static void sendAll(CallRecorder calls) {
        jobsAndTubes(calls);
        Parameter limit = Parameter.of("limit", "5", LIMITS);
        jobs(calls, limit);
        get(
                calls,
                "/v1/tubes",
                List.of(limit, CURSOR, Parameter.of("name", "t", "none", "*"), Parameter.flag("activity")));
        get(calls, TUBE, List.of(Parameter.flag("activity")));
        get(calls, TUBE + "/failures", List.of(limit, CURSOR));
        get(
                calls,
                TUBE + "/keys",
                List.of(limit, CURSOR, Parameter.of("sort", "backlog", "age", "use", "AGE", "name")));
        get(calls, "/v1/operations", List.of(limit, CURSOR));
        for (String path : List.of(
                TUBE + "/gates",
                TUBE + "/schedules",
                TUBE + "/scale",
                "/v1/quotas",
                "/v1/users",
                "/v1/tokens",
                "/version")) {
            calls.send("GET " + path);
            calls.send("GET " + path + "?limit=5");
        }
        for (String list : List.of("/jobs?state=ready", "/failures", "/keys", "/gates", "/schedules", "/scale", "")) {
            calls.send("GET /v1/tubes/none" + list);
        }
        find(calls);
        forecast(calls);
        monitoring(calls, limit);
        pages(calls);
    }

    private static void jobsAndTubes(CallRecorder calls) {
        calls.setUp("PUT " + TUBE, "{\"keys\":{}}");
        calls.setUp(
                "POST " + TUBE + "/import",
                "[{\"id\":\"ready\",\"payload\":1,\"key\":\"acme\",\"labels\":[\"eu\"],\"dueAt\":\"2020-01-01T00:00:00Z\"},"
                        + "{\"id\":\"delayed\",\"payload\":1,\"key\":\"acme\",\"dueAt\":\"2110-01-01T00:00:00Z\"},"
                        + "{\"id\":\"failed-1\",\"payload\":1,\"failedAt\":\"2020-01-01T00:00:00Z\",\"reason\":\"no such mailbox\"},"
                        + "{\"id\":\"failed-2\",\"payload\":1,\"failedAt\":\"2020-01-02T00:00:00Z\",\"reason\":\"HTTP 503\"}]");
        calls.setUp("PUT /v1/tubes/a");
    }

    private static void jobs(CallRecorder calls, Parameter limit) {
        String jobs = "GET " + TUBE + "/jobs?";
        Parameter state =
                Parameter.of("state", "ready", "delayed", "retained", "failed", "gated", "finished", "READY", "buried");
        calls.send("GET " + TUBE + "/jobs");
        state.queries().forEach(query -> calls.send(jobs + query));
        List<Parameter> ofReady = List.of(
                limit,
                CURSOR,
                Parameter.of("key", "acme", "none", "a%20b", "k".repeat(128), "k".repeat(129)),
                Parameter.of("label", "eu", "none", "EU", "a%20b", "l".repeat(64), "l".repeat(65)));
        for (Parameter parameter : ofReady) {
            parameter.queries("state=ready").forEach(query -> calls.send(jobs + query));
        }
        for (String name : List.of("dueFrom", "dueTo")) {
            Parameter.instant(name).queries("state=delayed").forEach(query -> calls.send(jobs + query));
        }
        Parameter.of("reason", "no+such+mailbox", "HTTP+%3Cn%3E", "r".repeat(200), "r".repeat(201))
                .queries("state=failed")
                .forEach(query -> calls.send(jobs + query));
        for (String query : List.of(
                "state=ready&reason=x",
                "state=failed&dueFrom=2110-01-01T00:00:00Z",
                "state=retained&dueTo=2110-01-01T00:00:00Z",
                "state=delayed&dueFrom=2110-01-01T00:00:00Z&dueTo=2110-01-01T00:00:00Z",
                "state=delayed&dueFrom=2110-01-02T00:00:00Z&dueTo=2110-01-01T00:00:00Z",
                "state=delayed&dueFrom=2110-01-01T00:00:00Z&dueTo=2110-01-01T00:00:00.001Z",
                "state=ready&key=acme&label=eu",
                "state=ready&unknown=1",
                "state=x&limit=0",
                "limit=0")) {
            calls.send(jobs + query);
        }
    }

    private static void get(CallRecorder calls, String path, List<Parameter> parameters) {
        calls.send("GET " + path);
        calls.send("GET " + path + "?unknown=1");
        for (Parameter parameter : parameters) {
            for (String query : parameter.someQueries()) {
                // The last hour differs in each run.
                if (query.equals("activity=true")) {
                    calls.sendForStatus("GET " + path + "?" + query, "");
                } else {
                    calls.send("GET " + path + "?" + query);
                }
            }
        }
    }

    private static void find(CallRecorder calls) {
        calls.send("GET /v1/find");
        Parameter.of("id", "ready", "none", "i".repeat(200), "i".repeat(201), "%0A")
                .queries()
                .forEach(query -> calls.send("GET /v1/find?" + query));
        CURSOR.queries("id=ready").forEach(query -> calls.send("GET /v1/find?" + query));
    }

    private static void forecast(CallRecorder calls) {
        String window = "tube=t&from=2110-01-01T00:00:00Z&to=2110-01-01T01:00:00Z";
        calls.send("GET /v1/due-times?" + window);
        Parameter.of("tube", "t", "none", "a%20b")
                .queries("from=2110-01-01T00:00:00Z&buckets=2")
                .forEach(query -> calls.send("GET /v1/due-times?" + query));
        Parameter.of("buckets", "2", "1", "199", "200", "201")
                .queries(window)
                .forEach(query -> calls.send("GET /v1/due-times?" + query));
        Parameter.instant("from")
                .queries("tube=t&buckets=2")
                .forEach(query -> calls.send("GET /v1/due-times?" + query));
        Parameter.instant("to")
                .queries("tube=t&buckets=2&from=2109-12-31T00:00:00Z")
                .forEach(query -> calls.send("GET /v1/due-times?" + query));
    }

    /** Calls of which only the errors are the same in each run. */
    private static void monitoring(CallRecorder calls, Parameter limit) {
        List<Parameter> ofSamples = List.of(
                Parameter.of("range", "1h", "24h", "30d", "1H", "1d"), Parameter.of("tube", "t", "none", "a%20b"));
        for (Parameter parameter : ofSamples) {
            parameter.queries().forEach(query -> calls.sendForStatus("GET /v1/samples?" + query, ""));
        }
        calls.sendForStatus("GET /v1/samples?range=24h&tube=t", "");
        List<Parameter> ofAudit = List.of(
                limit,
                Parameter.of("cursor", "1800000000000-0", "1800000000000"),
                Parameter.of("actor", "ann"),
                Parameter.of("action", "tube.create"),
                Parameter.of("tube", "t", "a%20b"));
        for (Parameter parameter : ofAudit) {
            parameter.someQueries().forEach(query -> calls.sendForStatus("GET /v1/audit?" + query, ""));
        }
        for (String path : List.of("/v1/overview", "/v1/brokers", "/v1/redis", "/v1/samples", "/v1/audit")) {
            calls.sendForStatus("GET " + path, "");
            calls.sendForStatus("GET " + path + "?unknown=1", "");
        }
    }

    /** The cursor of a page leads to the next one. */
    private static void pages(CallRecorder calls) {
        for (String list : List.of("/v1/tubes?", TUBE + "/jobs?state=failed&", TUBE + "/failures?")) {
            calls.send("GET " + list + "limit=1");
            calls.send("GET " + list + "limit=1&cursor=<cursor>");
        }
    }
}
