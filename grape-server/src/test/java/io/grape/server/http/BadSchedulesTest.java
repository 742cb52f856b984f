package io.grape.server.http;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules that are refused. */
class BadSchedulesTest {
    private static final String SCHEDULES = "/v1/tubes/t/schedules";
    private static final String S = SCHEDULES + "/s";
    private static final String HOURLY = "{\"everyMs\":3600000}";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    @BeforeEach
    void makeTube() {
        wire.put("/v1/tubes/t", "{}").is(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"payload\":1}                                                    | cron",
                "{\"cron\":\"0 7 * * *\",\"everyMs\":60000}                         | cron",
                "{\"cron\":\"0 7 * *\"}                                             | cron",
                "{\"cron\":\"0 0 7 * * *\"}                                         | cron",
                "{\"cron\":\"61 7 * * *\"}                                          | minute",
                "{\"cron\":\"0 0 30 2 *\"}                                          | cron",
                "{\"cron\":\"30 1 1 2-2 1#\"}                                     | '30 1 1 2-2 1#'",
                "{\"cron\":\"0 0 1-5/ * *\"}                                      | '0 0 1-5/ * *'",
                "{\"cron\":\"0 0 L-31 * *\"}                                      | '0 0 L-31 * *'",
                "{\"cron\":\"30 2 * 3 7L\",\"timeZone\":\"Europe/Berlin\",\"gap\":\"skip\"} | '30 2 * 3 7L'",
                "{\"cron\":\"30 2 * 3 7L\",\"timeZone\":\"Europe/Berlin\",\"gap\":\"skip\",\"paused\":true} | gap next",
                "{\"cron\":\"0 0 31 2,4 *\",\"paused\":true}                     | '0 0 31 2,4 *'",
                "{\"cron\":\"0 7 * * *\",\"timeZone\":\"EST\"}                      | timeZone",
                "{\"cron\":\"0 7 * * *\",\"timeZone\":\"GMT+2\"}                    | Etc/GMT-2",
                "{\"cron\":\"0 7 * * *\",\"timeZone\":\"Mars/Base\"}                | timeZone",
                "{\"cron\":\"0 7 * * *\",\"gap\":\"first\"}                         | gap",
                "{\"cron\":\"0 7 * * *\",\"overlap\":\"none\"}                      | overlap",
                "{\"cron\":\"0 7 * * *\",\"anchor\":\"2027-01-01T00:00:00Z\"}       | anchor",
                "{\"everyMs\":999}                                                  | everyMs",
                "{\"everyMs\":60000,\"timeZone\":\"UTC\"}                           | timeZone",
                "{\"everyMs\":60000,\"windowMs\":60000}                             | windowMs",
                "{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\",\"overlap\":\"both\",\"windowMs\":7200000} | windowMs",
                "{\"everyMs\":60000,\"from\":\"2027-01-02T00:00:00Z\",\"to\":\"2027-01-01T00:00:00Z\"} | to",
                "{\"everyMs\":60000,\"maxRuns\":0}                                  | maxRuns",
                "{\"everyMs\":60000,\"missed\":\"some\"}                            | missed",
                "{\"everyMs\":60000,\"missed\":\"skip\",\"missedWithinMs\":5}       | missedWithinMs",
                "{\"everyMs\":60000,\"whileRunning\":\"wait\"}                      | whileRunning",
                "{\"everyMs\":60000,\"pauseAfterFailures\":0}                       | pauseAfterFailures",
                "{\"everyMs\":60000,\"id\":\"x\"}                                   | id",
                "{\"everyMs\":60000,\"delayMs\":5}                                  | delayMs",
                "{\"everyMs\":60000,\"dueAt\":\"2027-01-01T00:00:00Z\"}             | dueAt",
                "{\"everyMs\":60000,\"dedupWindowMs\":5000}                               | dedupWindowMs",
                "{\"everyMs\":60000,\"payload\":1,\"payloadBase64\":\"AA==\"}       | payload",
                "{\"everyMs\":60000,\"priority\":-1}                                | priority",
                "{\"everyMs\":60000,\"n\":5}                                        | n"
            })
    void badInputNamesItsField(String body, String named) {
        wire.put(S, body).isBadRequest(named);
        wire.get(S).isProblem(404, "NOT_FOUND", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cron\":\"30 2 * 3 7L\",\"timeZone\":\"Europe/Berlin\",\"gap\":\"skip\"}",
                "{\"cron\":\"30 2 * 3 7L\",\"timeZone\":\"Europe/Berlin\",\"gap\":\"skip\",\"from\":\"1970-01-01T00:00:00Z\"}",
                "{\"cron\":\"30 1 1 2-2 1#\"}"
            })
    void aPreviewThatHasNoOccurrenceQuotesTheExpression(String body) {
        wire.post("/v1/schedules/preview", body).isBadRequest(new JsonObject(body).getString("cron"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "a~b", "%C3%A9", "x%2Fy"})
    void aNameHasItsAlphabet(String name) {
        wire.put(SCHEDULES + "/" + name, HOURLY).isBadRequest("name");
    }

    @Test
    void namesAreNotTooLong() {
        wire.put(SCHEDULES + "/" + "x".repeat(64), HOURLY).is(201);
        wire.put(SCHEDULES + "/" + "x".repeat(65), HOURLY).isProblem(400, "BAD_REQUEST", "");
    }
}
