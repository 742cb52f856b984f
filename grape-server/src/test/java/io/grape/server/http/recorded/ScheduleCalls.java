package io.grape.server.http.recorded;

import java.util.ArrayList;
import java.util.List;

/**
 * Schedules, and previews of them. The schedules that are put do not occur before 2110, so no job of theirs comes due during a test.
 * Previews start in 2020, whose clock changes are known.
 */
final class ScheduleCalls {
    private static final String SCHEDULE = "/v1/tubes/t/schedules/daily";
    private static final String PREVIEW = "POST /v1/schedules/preview";

    private static final Field CRON = Field.of(
            "cron",
            "\"30 7 * * MON-FRI\"",
            "\"*/5 * * * *\"",
            "\"0 0 L * *\"",
            "\"0 0 * * 5#2\"",
            "\"0 0 29 2 *\"",
            "\"0 0 30 2 *\"",
            "\"0  7 * * *\"",
            "\" 0 7 * * *\"",
            "\"0 7 * * mon\"",
            "\"0 7 * *\"",
            "\"0 0 7 * * *\"",
            "\"60 7 * * *\"",
            "\"0 24 * * *\"",
            "\"0 7 0 * *\"",
            "\"0 7 * 13 *\"",
            "\"0 7 * * 8\"",
            "\"@daily\"",
            "\"*/0 * * * *\"",
            "\"5-1 * * * *\"");

    private static final Field TIME_ZONE = Field.of(
            "timeZone",
            "\"Europe/Berlin\"",
            "\"UTC\"",
            "\"utc\"",
            "\"europe/berlin\"",
            "\"CET\"",
            "\"UTC+2\"",
            "\"+02:00\"",
            "\"Etc/GMT-2\"",
            "\"Europe/Nowhere\"");

    private static final Field GAP = Field.of("gap", "\"skip\"", "\"next\"", "\"SKIP\"", "\"first\"");

    private static final Field OVERLAP =
            Field.of("overlap", "\"second\"", "\"first\"", "\"both\"", "\"BOTH\"", "\"next\"");

    private static final Field EVERY =
            Field.of("everyMs", "60000", "999", "1000", "1001", "4294967294999", "4294967295000", "4294967295001");

    private static final Field WINDOW =
            Field.of("windowMs", "60000", "1", "86399999", "86400000", "86400001", "4294967295000", "4294967295001");

    private static final List<Field> OF_ANY_TIMING = List.of(
            WINDOW,
            Field.instant("to"),
            Field.of("maxRuns", "3", "1", "2", "999999999", "1000000000", "1000000001", "2147483648"),
            Field.of("missed", "\"all\"", "\"one\"", "\"skip\"", "\"ALL\"", "\"none\""),
            Field.of("missedWithinMs", "60000", "1", "2", "4294967294999", "4294967295000", "4294967295001"),
            Field.of("whileRunning", "\"queue\"", "\"allow\"", "\"skip\"", "\"QUEUE\"", "\"wait\""),
            Field.of("pauseAfterFailures", "3", "1", "2", "999", "1000", "1001"));

    private static final List<Field> OF_CRON = List.of(CRON, TIME_ZONE, GAP, OVERLAP);
    private static final List<Field> OF_INTERVAL = List.of(EVERY, Field.instant("anchor"));

    private static final List<Field> OF_JOBS = List.of(
            Field.flag("paused"),
            JobFields.PAYLOAD,
            JobFields.PAYLOAD_BASE64,
            JobFields.HEADERS,
            JobFields.KEY,
            JobFields.LABELS,
            JobFields.PRIORITY,
            JobFields.TTR,
            JobFields.MAX_ATTEMPTS);

    /** Fields of jobs that a schedule does not have, and fields of other objects. */
    private static final List<String> UNKNOWN = List.of(
            "\"unknown\":1",
            "\"ü\":1",
            "\"id\":\"a\"",
            "\"delayMs\":1",
            "\"dueAt\":\"2110-01-01T00:00:00Z\"",
            "\"expiresAfterMs\":1000",
            "\"expiresAt\":\"2110-01-01T00:00:00Z\"",
            "\"dedupWindowMs\":1000",
            "\"onDuplicate\":\"keep\"",
            "\"debounceMaxMs\":1000",
            "\"ack\":\"disk\"",
            "\"name\":\"daily\"",
            "\"state\":\"active\"",
            "\"rev\":1",
            "\"next\":[]",
            "\"created\":1",
            "\"n\":2");

    /** Fields that have a rule between them. */
    private static final List<String> PAIRS = List.of(
            "{}",
            "{\"from\":\"2110-01-01T00:00:00Z\"}",
            "{\"cron\":null,\"everyMs\":null}",
            "{\"cron\":\"0 7 * * *\",\"everyMs\":60000}",
            "{\"cron\":\"0 7 * * *\",\"everyMs\":null}",
            "{\"cron\":\"0 7 * * *\",\"anchor\":\"2110-01-01T00:00:00Z\"}",
            "{\"cron\":\"0 7 * * *\",\"anchor\":null,\"from\":\"2110-01-01T00:00:00Z\"}",
            "{\"everyMs\":60000,\"timeZone\":\"UTC\"}",
            "{\"everyMs\":60000,\"gap\":\"next\"}",
            "{\"everyMs\":60000,\"overlap\":\"first\"}",
            "{\"everyMs\":60000,\"timeZone\":null,\"gap\":null,\"overlap\":null,\"from\":\"2110-01-01T00:00:00Z\"}",
            "{\"everyMs\":60000,\"from\":\"2110-01-01T00:00:00Z\",\"windowMs\":59999}",
            "{\"everyMs\":60000,\"from\":\"2110-01-01T00:00:00Z\",\"windowMs\":60000}",
            "{\"everyMs\":86400000,\"anchor\":\"2110-01-01T07:30:00+02:00\",\"from\":\"2110-01-01T00:00:00Z\"}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"to\":\"2110-01-01T00:00:00Z\"}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"to\":\"2110-01-01T00:00:00.001Z\"}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"to\":\"2110-01-03T00:00:00Z\"}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"maxRuns\":2}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"missed\":\"skip\",\"missedWithinMs\":1000}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"missed\":\"one\",\"missedWithinMs\":1000}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"missed\":\"all\",\"missedWithinMs\":1000}",
            "{\"cron\":\"0 7 * * *\",\"from\":\"2110-01-01T00:00:00Z\",\"missed\":\"all\",\"missedWithinMs\":null}",
            "{\"cron\":\"x\",\"timeZone\":\"x\",\"gap\":\"x\",\"overlap\":\"x\",\"windowMs\":-1,\"maxRuns\":0}",
            "{\"cron\":\"0 7 * * *\",\"maxRuns\":0,\"pauseAfterFailures\":0,\"missed\":\"x\",\"missedWithinMs\":0}");

    private static final List<String> OF_JOBS_PAIRS = List.of(
            "\"payload\":1,\"payloadBase64\":\"AAH/\"",
            "\"payload\":1,\"contentType\":\"text/plain\"",
            "\"payload\":1,\"contentType\":\"application/json\"",
            "\"payloadBase64\":\"AAH/\",\"contentType\":\"text/plain\"",
            "\"payloadBase64\":\"AAH/\",\"contentType\":\"application/json\"",
            "\"payloadBase64\":\"MQ==\",\"contentType\":\"application/json\"",
            "\"contentType\":\"text/plain\"",
            "\"weight\":2",
            "\"weight\":2,\"key\":\"acme\"",
            "\"weight\":2,\"key\":null",
            "\"payload\":{\"report\":\"sales\"},\"headers\":{\"trace\":\"7\"},\"key\":\"acme\",\"labels\":[\"eu\"],\"weight\":2,"
                    + "\"priority\":3,\"ttrMs\":600000,\"maxAttempts\":0");

    private static final Bodies FROM_2110 = Bodies.PLAIN.needs("from", "\"2110-01-01T00:00:00Z\"");
    private static final Bodies DAILY = FROM_2110.needs("cron", "\"0 7 * * *\"");
    private static final Bodies INTERVAL = FROM_2110.needs("everyMs", "3600000");
    /** Without a start. Nothing comes due during a test, except on 29 February. */
    private static final Bodies YEARLY = Bodies.PLAIN.needs("cron", "\"0 7 29 2 *\"");

    private static final Bodies FROM_2020 = Bodies.PLAIN.needs("from", "\"2020-03-27T00:00:00Z\"");

    private static final List<String> OTHER = List.of("", "null", "[]", "5", "{");

    private ScheduleCalls() {}

    static void sendAll(CallRecorder calls) {
        calls.send("PUT " + SCHEDULE, DAILY.alone());
        calls.setUp("PUT /v1/tubes/t");
        bodies().forEach(body -> put(calls, body));
        ifUnchanged(calls);
        verbs(calls);
        names(calls);
    }

    private static List<String> bodies() {
        List<String> bodies = new ArrayList<>(OTHER);
        bodies.add(DAILY.alone());
        bodies.add(INTERVAL.alone());
        OF_CRON.forEach(field -> bodies.addAll(DAILY.of(field)));
        OF_INTERVAL.forEach(field -> bodies.addAll(INTERVAL.of(field)));
        OF_ANY_TIMING.forEach(field -> bodies.addAll(DAILY.of(field)));
        bodies.addAll(YEARLY.of(Field.instant("from")));
        OF_JOBS.forEach(field -> bodies.addAll(DAILY.some(field)));
        bodies.addAll(DAILY.needs("payload", "1").some(JobFields.CONTENT_TYPE));
        bodies.addAll(DAILY.needs("key", "\"acme\"").some(JobFields.WEIGHT));
        UNKNOWN.forEach(field -> bodies.add(DAILY.with(field)));
        OF_JOBS_PAIRS.forEach(fields -> bodies.add(DAILY.with(fields)));
        bodies.addAll(PAIRS);
        return bodies;
    }

    private static void put(CallRecorder calls, String body) {
        if (calls.sendAndLook(SCHEDULE, "PUT " + SCHEDULE, body)) {
            calls.setUp("DELETE " + SCHEDULE);
        }
    }

    private static void ifUnchanged(CallRecorder calls) {
        String body = DAILY.with("priority", "5");
        for (String tag : List.of("*", "\"1\"", "5")) {
            calls.send("PUT " + SCHEDULE, body, "If-Match", tag);
        }
        calls.cleanUp("DELETE " + SCHEDULE);
        calls.setUp("PUT " + SCHEDULE, DAILY.alone());
        calls.sendAndLook(SCHEDULE, "PUT " + SCHEDULE, body, "If-Match", "<etag>");
        calls.send("PUT " + SCHEDULE, body, "If-Match", "<etag>");
        for (String tag : List.of("*", "\"1\"", "\"other\"", "W/<etag>", "5", "")) {
            calls.send("PUT " + SCHEDULE, DAILY.alone(), "If-Match", tag);
            calls.send("POST " + SCHEDULE + "/pause", "", "If-Match", tag);
            calls.send("POST " + SCHEDULE + "/resume", "", "If-Match", tag);
        }
        calls.send("DELETE " + SCHEDULE, "", "If-Match", "\"1\"");
        calls.send("DELETE " + SCHEDULE, "", "If-Match", "<etag>");
    }

    private static void verbs(CallRecorder calls) {
        for (String verb :
                List.of("/pause", "/resume", "/run", "/backfill?from=2110-01-01T00:00:00Z&to=2110-01-02T00:00:00Z")) {
            calls.send("POST " + SCHEDULE + verb);
        }
        calls.setUp("PUT " + SCHEDULE, DAILY.with("payload", "1"));
        calls.send("POST " + SCHEDULE + "/pause");
        calls.send("POST " + SCHEDULE + "/pause");
        calls.sendAndLook(SCHEDULE, "PUT " + SCHEDULE, DAILY.with("payload", "2"));
        calls.sendAndLook(SCHEDULE, "PUT " + SCHEDULE, DAILY.with("paused", "false"));
        calls.sendAndLook(SCHEDULE, "POST " + SCHEDULE + "/resume", "");
        calls.send("POST " + SCHEDULE + "/run");
        calls.send("GET /v1/tubes/t/schedules");
        String past = "from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z";
        calls.send("POST " + SCHEDULE + "/backfill");
        calls.send("POST " + SCHEDULE + "/backfill?" + past);
        Parameter.instant("from")
                .queries()
                .forEach(query -> calls.send("POST " + SCHEDULE + "/backfill?" + query + "&to=2110-01-02T00:00:00Z"));
        Parameter.instant("to")
                .queries("from=2109-12-31T00:00:00Z")
                .forEach(query -> calls.send("POST " + SCHEDULE + "/backfill?" + query));
        calls.send("DELETE " + SCHEDULE);
        calls.send("DELETE " + SCHEDULE);
    }

    private static void names(CallRecorder calls) {
        for (String name :
                List.of("A.b_c-9", ".", "%2E%2E", "a%20b", "a%2Fb", "a:b", "%C3%BC", "s".repeat(64), "s".repeat(65))) {
            calls.send("PUT /v1/tubes/t/schedules/" + name, DAILY.alone());
            calls.cleanUp("DELETE /v1/tubes/t/schedules/" + name);
        }
    }

    static void sendPreviews(CallRecorder calls) {
        Bodies daily = FROM_2020.needs("cron", "\"30 2 * * *\"").needs("n", "3");
        Bodies berlin = daily.needs("timeZone", "\"Europe/Berlin\"");
        List<String> bodies = new ArrayList<>(OTHER);
        bodies.addAll(List.of(daily.alone(), berlin.alone()));
        bodies.addAll(daily.some(CRON));
        bodies.addAll(daily.some(TIME_ZONE));
        bodies.addAll(berlin.some(GAP));
        bodies.addAll(berlin.some(OVERLAP));
        OF_INTERVAL.forEach(
                field -> bodies.addAll(FROM_2020.needs("everyMs", "3600000").some(field)));
        OF_ANY_TIMING.forEach(field -> bodies.addAll(daily.some(field)));
        bodies.addAll(YEARLY.needs("n", "3").some(Field.instant("from")));
        bodies.addAll(daily.of(Field.of("n", "2", "1", "5", "100", "101")));
        bodies.addAll(PAIRS);
        for (String field :
                List.of("\"paused\":true", "\"payload\":1", "\"ttrMs\":1000", "\"key\":\"acme\"", "\"unknown\":1")) {
            bodies.add(daily.with(field));
        }
        overlaps(bodies);
        bodies.forEach(body -> calls.send(PREVIEW, body));
    }

    /** The night of an overlap, in a zone whose past is known. */
    private static void overlaps(List<String> bodies) {
        Bodies october = Bodies.PLAIN
                .needs("from", "\"2020-10-24T12:00:00Z\"")
                .needs("timeZone", "\"Europe/Berlin\"")
                .needs("n", "4");
        for (String cron : List.of("\"30 2 * * *\"", "\"*/30 2 * * *\"", "\"0 */2 * * *\"")) {
            for (String overlap : List.of("\"first\"", "\"second\"", "\"both\"")) {
                bodies.add(october.needs("cron", cron).with("overlap", overlap));
            }
        }
    }
}
