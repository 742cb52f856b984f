package io.grape.server.http;

/** The calls for schedules, so that each response comes that the document promises. */
record ScheduleCalls(DocumentedCalls calls) {
    private static final String SCHEDULE = " /v1/tubes/planned/schedules/s";
    private static final String PAST = "/backfill?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";
    private static final String SPEC = "{\"everyMs\":3600000}";

    private void send(int status, String request) {
        calls.send(status, request, "");
    }

    private void send(int status, String request, String body, String... headers) {
        calls.send(status, request, body, headers);
    }

    void sendAll() {
        send(404, "GET /v1/tubes/planned/schedules");
        send(404, "PUT" + SCHEDULE, SPEC);
        send(201, "PUT /v1/tubes/planned");
        for (String step : new String[] {"/pause", "/resume", "/run", PAST}) {
            send(404, "POST" + SCHEDULE + step);
        }
        send(404, "GET" + SCHEDULE);
        send(404, "DELETE" + SCHEDULE);
        send(413, "PUT" + SCHEDULE, " ".repeat(256 * 1024 + 1));
        send(201, "PUT" + SCHEDULE, SPEC);
        send(200, "PUT" + SCHEDULE, SPEC);
        stale();
        send(200, "GET" + SCHEDULE);
        send(200, "GET /v1/tubes/planned/schedules");
        send(200, "POST" + SCHEDULE + "/pause");
        send(200, "POST" + SCHEDULE + "/resume");
        send(201, "POST" + SCHEDULE + "/run");
        send(200, "POST" + SCHEDULE + PAST);
        refused();
        send(204, "DELETE" + SCHEDULE);
        send(204, "DELETE /v1/tubes/planned?confirm=planned");
        send(200, "POST /v1/schedules/preview", "{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\"}");
        send(413, "POST /v1/schedules/preview", " ".repeat(16 * 1024 + 1));
    }

    /** Of a schedule that has another rev. */
    private void stale() {
        send(409, "PUT" + SCHEDULE, SPEC, "If-Match", "\"1\"");
        for (String call :
                new String[] {"DELETE" + SCHEDULE, "POST" + SCHEDULE + "/pause", "POST" + SCHEDULE + "/resume"}) {
            send(409, call, "", "If-Match", "\"1\"");
        }
    }

    private void refused() {
        String gate = " /v1/tubes/planned/gates/g";
        send(201, "PUT" + gate, "{\"match\":{\"all\":true},\"mode\":\"refuse\"}");
        send(409, "POST" + SCHEDULE + "/run");
        send(204, "DELETE" + gate);
    }
}
