package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The calls for the schedules of a tube. */
class TubeSchedulesTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String SCHEDULES = TUBE + "/schedules";
    private static final String S = SCHEDULES + "/s";
    private static final String UNREADABLE = """
            cron 0 7 * * *
            timeZone Mars/Base
            gap next
            overlap first
            windowMs 0
            missed one
            whileRunning allow
            """;
    private static final String HOURLY = "{\"everyMs\":3600000,\"payload\":{\"report\":1}}";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    @BeforeEach
    void makeTube() {
        wire.put(TUBE, "{}").is(201);
    }

    private static String in(JsonObject preview, int at) {
        return preview.getJsonArray("next").getJsonObject(at).encode();
    }

    private JsonArray delayed() {
        return wire.get(TUBE + "/jobs?state=delayed").is(200).list("jobs");
    }

    @Test
    void aScheduleIsPutLookedAtAndRemoved() {
        JsonObject put = wire.put(S, HOURLY).is(201).json();
        assertThat(put.getString("name")).isEqualTo("s");
        assertThat(put.getString("state")).isEqualTo("active");
        assertThat(put.getLong("everyMs")).isEqualTo(3_600_000);
        assertThat(put.getJsonObject("payload").encode()).isEqualTo("{\"report\":1}");
        assertThat(put.getJsonArray("next")).hasSize(5);
        assertThat(put.getValue("last")).isNull();
        String waits = delayed().getJsonObject(0).getString("id");
        assertThat(waits)
                .isEqualTo("s~" + Instant.parse(put.getJsonArray("next").getString(0)));

        Answer same = wire.put(S, HOURLY).is(200);
        assertThat(same.json().getLong("rev")).isEqualTo(put.getLong("rev"));
        assertThat(same.header("ETag")).isEqualTo("\"" + put.getLong("rev") + "\"");
        assertThat(wire.get(S).is(200).json()).isEqualTo(same.json());
        JsonObject listed = wire.get(SCHEDULES).is(200).list("schedules").getJsonObject(0);
        assertThat(listed.getString("name")).isEqualTo("s");
        assertThat(listed.getJsonArray("next")).hasSize(1);
        assertThat(listed.containsKey("payload")).isFalse();

        wire.delete(S).is(204);
        assertThat(delayed()).isEmpty();
        wire.get(S).isProblem(404, "NOT_FOUND", "");
        wire.delete(S).isProblem(404, "NOT_FOUND", "");
    }

    @Test
    void itsJobsHaveWhatTheTemplateSays() {
        wire.put(TUBE, "{\"keys\":{}}").is(200);
        wire.put(
                        S,
                        "{\"cron\":\"0 7 * * *\",\"payloadBase64\":\"AAH/\",\"contentType\":\"image/gif\",\"key\":\"acme\",\"labels\":[\"eu\"],"
                                + "\"priority\":5,\"ttrMs\":9000,\"maxAttempts\":2,\"headers\":{\"trace\":\"7\"}}")
                .is(201);
        String id = delayed().getJsonObject(0).getString("id");
        JsonObject job = wire.get(TUBE + "/jobs/" + id).is(200).json();
        assertThat(job.getString("payloadBase64")).isEqualTo("AAH/");
        assertThat(job.getString("contentType")).isEqualTo("image/gif");
        assertThat(job.getString("key")).isEqualTo("acme");
        assertThat(job.getJsonArray("labels").encode()).isEqualTo("[\"eu\"]");
        assertThat(job.getInteger("priority")).isEqualTo(5);
        assertThat(job.getInteger("ttrMs")).isEqualTo(9000);
        assertThat(job.getInteger("maxAttempts")).isEqualTo(2);
        JsonObject headers = job.getJsonObject("headers");
        assertThat(headers.getString("trace")).isEqualTo("7");
        assertThat(headers.getString("grape-scheduled-at")).isEqualTo(id.substring("s~".length()));
        assertThat(Instant.parse(job.getString("dueAt"))).isEqualTo(Instant.parse(id.substring("s~".length())));
    }

    @Test
    void aPayloadComesBackToTheByte() {
        String payload = "{\"a\" : 1.0, \"a\":12345678901234567890}";
        assertThat(wire.put(S, "{\"everyMs\":60000,\"payload\":" + payload + "}")
                        .is(201)
                        .text())
                .endsWith(",\"payload\":" + payload + "}");
        assertThat(wire.get(S).text()).endsWith(",\"payload\":" + payload + "}");
    }

    @Test
    void aBrokerTicksByItself() {
        wire.put(S, "{\"everyMs\":1000,\"payload\":1}").is(201);

        JsonObject first =
                wire.post(TUBE + "/consume?waitMs=20000").is(200).list("jobs").getJsonObject(0);
        JsonObject second =
                wire.post(TUBE + "/consume?waitMs=20000").is(200).list("jobs").getJsonObject(0);

        assertThat(first.getString("id")).startsWith("s~");
        assertThat(second.getString("id")).isNotEqualTo(first.getString("id"));
        await().atMost(Duration.ofSeconds(20)).until(() -> wire.get(S).json().getInteger("runs") >= 2);
        JsonObject last = wire.get(S).json().getJsonObject("last");
        assertThat(last.getString("id")).startsWith("s~");
        assertThat(last.getString("at")).isEqualTo(last.getString("dueAt"));
        wire.delete(S).is(204);
    }

    @Test
    void anEditReplacesTheOccurrenceThatWaits() {
        wire.put(S, HOURLY).is(201);
        long rev = wire.get(S).json().getLong("rev");
        JsonObject put = wire.put(S, "{\"cron\":\"0 0 1 1 *\",\"payload\":2}", "If-Match", "\"" + rev + "\"")
                .is(200)
                .json();
        assertThat(put.getLong("rev")).isGreaterThan(rev);
        assertThat(delayed()).hasSize(1);
        assertThat(delayed().getJsonObject(0).getString("id")).endsWith("-01-01T00:00:00Z");
        wire.put(S, HOURLY, "If-Match", "\"" + rev + "\"").isProblem(409, "WRONG_STATE", "");
        wire.send("DELETE", S, new byte[0], "If-Match", "\"" + rev + "\"").isProblem(409, "WRONG_STATE", "");
        wire.post(S + "/pause", "", "If-Match", "\"" + rev + "\"").isProblem(409, "WRONG_STATE", "");
        wire.send("DELETE", S, new byte[0], "If-Match", "*").is(204);
    }

    @Test
    void pauseAndResumeMakeNothingUp() {
        wire.put(S, HOURLY).is(201);
        JsonObject paused = wire.post(S + "/pause").is(200).json();
        assertThat(paused.getString("state")).isEqualTo("paused");
        assertThat(paused.getBoolean("paused")).isTrue();
        assertThat(paused.getJsonArray("next")).isEmpty();
        assertThat(delayed()).isEmpty();
        JsonObject resumed = wire.post(S + "/resume").is(200).json();
        assertThat(resumed.getString("state")).isEqualTo("active");
        assertThat(resumed.getInteger("skipped")).isZero();
        assertThat(delayed()).hasSize(1);
    }

    @Test
    void aScheduleEndsWithItsLastRun() {
        wire.put(S, "{\"everyMs\":1000,\"payload\":1,\"maxRuns\":1}").is(201);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> wire.get(S).json().getString("state").equals("ended"));
        JsonObject ended = wire.get(S).json();
        assertThat(ended.getInteger("created")).isEqualTo(1);
        assertThat(ended.getInteger("runs")).isEqualTo(1);
        assertThat(ended.getJsonArray("next")).isEmpty();
        wire.post(S + "/pause").isProblem(409, "WRONG_STATE", "");
        wire.post(S + "/resume").isProblem(409, "WRONG_STATE", "");
    }

    @Test
    void aRunIsMadeBesideTheOccurrences() {
        wire.put(S, HOURLY).is(201);
        String id = wire.post(S + "/run").is(201).json().getString("id");
        assertThat(id).matches("s~run~[A-Za-z0-9]{20}");
        JsonObject job = wire.post(TUBE + "/consume").is(200).list("jobs").getJsonObject(0);
        assertThat(job.getString("id")).isEqualTo(id);
        assertThat(job.getJsonObject("headers").getString("grape-scheduled-at")).isNotNull();
        assertThat(wire.get(S).json().getInteger("created")).isEqualTo(1);
    }

    @Test
    void aRunThatTheTubeRefusesSaysWhy() {
        wire.put(S, HOURLY).is(201);
        wire.put(TUBE + "/gates/g", "{\"match\":{\"all\":true},\"mode\":\"refuse\"}")
                .is(201);
        wire.post(S + "/run").isProblem(409, "GATED", "");
        wire.delete(TUBE + "/gates/g").is(204);
        wire.put(TUBE, "{\"limits\":{\"maxJobs\":1}}").is(200);
        wire.post(S + "/run").isProblem(429, "TUBE_FULL", "");
    }

    @Test
    void thePastIsBackfilledOnce() {
        wire.put(S, HOURLY).is(201);
        String backfill = S + "/backfill?from=2026-01-01T00:00:00Z&to=2026-01-01T03:00:00Z";
        assertThat(wire.post(backfill).is(200).text())
                .isEqualTo("{\"created\":3,\"existing\":0,\"refused\":0,\"reason\":null}");
        assertThat(wire.post(backfill).is(200).text())
                .isEqualTo("{\"created\":0,\"existing\":3,\"refused\":0,\"reason\":null}");
        wire.post(S + "/backfill?from=2026-01-01T00:00:00Z").isProblem(400, "BAD_REQUEST", "");
        wire.post(S + "/backfill?from=2026-01-01T00:00:00Z&to=2126-01-01T00:00:00Z")
                .isProblem(400, "BAD_REQUEST", "");
        wire.post(S + "/backfill?from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z")
                .isProblem(400, "BAD_REQUEST", "");
    }

    @Test
    void aPreviewTellsOfTheChangesOfTheClocks() {
        JsonObject preview = wire.post(
                        "/v1/schedules/preview",
                        "{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\",\"overlap\":\"both\",\"from\":\"2027-10-30T12:00:00Z\",\"n\":3}")
                .is(200)
                .json();
        assertThat(in(preview, 0))
                .isEqualTo(
                        "{\"at\":\"2027-10-31T00:30:00.000Z\",\"local\":\"2027-10-31T02:30:00\",\"offset\":\"+02:00\",\"fell\":\"overlap\"}");
        assertThat(in(preview, 1))
                .isEqualTo(
                        "{\"at\":\"2027-10-31T01:30:00.000Z\",\"local\":\"2027-10-31T02:30:00\",\"offset\":\"+01:00\",\"fell\":\"overlap\"}");
        assertThat(in(preview, 2))
                .isEqualTo(
                        "{\"at\":\"2027-11-01T01:30:00.000Z\",\"local\":\"2027-11-01T02:30:00\",\"offset\":\"+01:00\",\"fell\":null}");
        JsonArray usual = wire.post("/v1/schedules/preview", "{\"everyMs\":60000}")
                .is(200)
                .list("next");
        assertThat(usual).hasSize(5);
        assertThat(usual.getJsonObject(0).getString("offset")).isEqualTo("+00:00");
    }

    @Test
    void previewShowsNoMoreThanTheMostRuns() {
        assertThat(wire.post("/v1/schedules/preview", "{\"everyMs\":60000,\"maxRuns\":2}")
                        .is(200)
                        .list("next"))
                .hasSize(2);
        assertThat(wire.post("/v1/schedules/preview", "{\"everyMs\":60000,\"maxRuns\":20,\"n\":7}")
                        .is(200)
                        .list("next"))
                .hasSize(7);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        wire.get("/v1/tubes/none/schedules").isProblem(404, "TUBE_NOT_FOUND", "");
        wire.put("/v1/tubes/none/schedules/s", HOURLY).isProblem(404, "TUBE_NOT_FOUND", "");
        for (String step : List.of("/pause", "/resume", "/run")) {
            wire.post(S + step).isProblem(404, "NOT_FOUND", "");
        }
    }

    /** An evaluation on an event loop fails in tests. */
    @Test
    void callsForSchedulesByCronEvaluateThemOffTheEventLoops() {
        String cron = "{\"cron\":\"0 9 15,L * SAT-SUN\",\"timeZone\":\"Europe/Berlin\",\"windowMs\":60000}";
        assertThat(wire.put(S, cron).is(201).list("next")).hasSize(5);
        assertThat(wire.put(SCHEDULES + "/other", cron).is(201).list("next")).hasSize(5);
        assertThat(wire.get(S).is(200).list("next")).hasSize(5);
        assertThat(wire.get(SCHEDULES).is(200).list("schedules")).hasSize(2);
        wire.post(S + "/pause").is(200);
        assertThat(wire.post(S + "/resume").is(200).list("next")).hasSize(5);
        wire.post(S + "/run").is(201);
        wire.post(S + "/backfill?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z")
                .is(200);
        assertThat(wire.post("/v1/schedules/preview", cron).is(200).list("next"))
                .hasSize(5);
    }

    @Test
    void aScheduleThatABrokerCannotReadDoesNotStopTheOthers() {
        wire.put(SCHEDULES + "/a", "{\"everyMs\":1000}").is(201);
        wire.put(S, "{\"everyMs\":1000}").is(201);
        try (RawRedis raw = RawRedis.to(TestRedis.uri())) {
            raw.commands().hset(server.namespace() + ":{t}:s:a", "spec", UNREADABLE);
        }
        int made = wire.get(S).json().getInteger("created");
        await().atMost(Duration.ofSeconds(30)).until(() -> wire.get(S).json().getInteger("created") >= made + 2);
        wire.delete(SCHEDULES + "/a").is(204);
    }

    @Test
    void aBackfillBegins1970AtTheEarliest() {
        wire.put(S, HOURLY).is(201);
        wire.post(S + "/backfill?from=0001-01-01T00:00:00Z&to=1970-01-01T01:00:00Z")
                .isBadRequest("from");
    }

    @Test
    void schedulesAreListedByName() {
        IntStream.range(0, 120)
                .forEach(i -> wire.put(SCHEDULES + "/" + String.format(Locale.ROOT, "s%03d", 119 - i), HOURLY)
                        .is(201));
        JsonArray listed = wire.get(SCHEDULES).is(200).list("schedules");
        assertThat(listed.stream().map(one -> ((JsonObject) one).getString("name")))
                .hasSize(120)
                .isSorted();
    }
}
