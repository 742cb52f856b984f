package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of finished jobs, as calls give and take them. */
class ResultsTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/a";
    private static final String RESULT = JOB + "/result";
    private static final String JSON = "application/json";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void keep() {
        wire.put(TUBE, "{\"keepFinishedMs\":60000}").is(201);
    }

    private String lease() {
        return wire.post(JOB + "/consume").is(200).json().getString("lease");
    }

    private Answer finish(String lease, String result, String type) {
        return wire.send("POST", JOB + "/finish?lease=" + lease, result.getBytes(UTF_8), "Content-Type", type);
    }

    private void finished(String result, String type) {
        wire.put(JOB, "x").is(201);
        finish(lease(), result, type).is(200);
    }

    @Test
    void settingsShowWhatATubeKeeps() {
        String all = "{\"keepFinishedMs\":60000,\"keepFinishedMax\":5,\"keepFinishedBytes\":1000,\"keepPayload\":true,"
                + "\"resultMaxBytes\":10}";
        JsonObject made = wire.put(TUBE, all).is(201).json();
        JsonObject settings = made.getJsonObject("settings");
        settings.remove("ttrMs");
        settings.remove("maxAttempts");
        assertThat(settings).isEqualTo(new JsonObject(all));
        assertThat(made.getLong("kept")).isZero();
        assertThat(made.getLong("keptBytes")).isZero();
        JsonObject changed = wire.put(TUBE, "{\"keepFinishedMax\":6}").is(200).json();
        assertThat(changed.getJsonObject("settings").getLong("keepFinishedMs")).isEqualTo(60_000);
        JsonObject off = wire.put(
                        TUBE,
                        "{\"keepFinishedMs\":0,\"keepFinishedMax\":10000000,\"keepFinishedBytes\":0,\"keepPayload\":false,"
                                + "\"resultMaxBytes\":65536}")
                .is(200)
                .json();
        assertThat(off.getJsonObject("settings").fieldNames()).containsExactly("ttrMs", "maxAttempts");
        assertThat(off.containsKey("kept")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"keepFinishedMs\":-1",
                "\"keepFinishedMs\":4294967295001",
                "\"keepFinishedMs\":\"1\"",
                "\"keepFinishedMax\":0",
                "\"keepFinishedMax\":10000001",
                "\"keepFinishedBytes\":-1",
                "\"keepFinishedBytes\":1099511627777",
                "\"keepPayload\":1",
                "\"resultMaxBytes\":-1",
                "\"resultMaxBytes\":16777217"
            })
    void aBadSettingIsRefusedByName(String setting) {
        assertThat(wire.put(TUBE, "{" + setting + "}").is(400).text())
                .contains(setting.substring(1, setting.indexOf('"', 1)));
    }

    @Test
    void theResultComesBackAsItWasGiven() {
        keep();
        finished("{\"sum\": 3}", JSON);
        Answer result = wire.get(RESULT).is(200);
        assertThat(result.text()).isEqualTo("{\"sum\": 3}");
        assertThat(result.header("Content-Type")).isEqualTo(JSON);
        assertThat(result.header("Cache-Control")).contains("no-store");
        JsonObject job = wire.get(JOB).is(200).json();
        assertThat(job.getString("state")).isEqualTo("finished");
        assertThat(job.getString("resultType")).isEqualTo(JSON);
        assertThat(job.getInteger("resultBytes")).isEqualTo(10);
        assertThat(job.getLong("ranMs")).isBetween(0L, 60_000L);
        assertThat(job.getString("finishedAt")).isNotNull();
        assertThat(job.containsKey("payload") || job.containsKey("payloadBase64"))
                .isFalse();
        JsonArray listed = wire.get(TUBE + "/jobs?state=finished").is(200).list("jobs");
        assertThat(listed.getJsonObject(0).getString("id")).isEqualTo("a");
        assertThat(wire.get(JOB + "/history").is(200).text()).contains("\"what\":\"finished\"");
        assertThat(wire.get("/v1/find?id=a").is(200).text()).contains("\"state\":\"finished\"");
        JsonObject tube = wire.get(TUBE).is(200).json();
        assertThat(tube.getLong("kept")).isEqualTo(1);
        assertThat(tube.getLong("keptBytes")).isPositive();
        assertThat(tube.getJsonObject("counts").fieldNames()).doesNotContain("finished");
    }

    @Test
    void aFinishWithoutABodyHasAnEmptyResult() {
        keep();
        wire.put(JOB, "x").is(201);
        wire.post(JOB + "/finish?lease=" + lease()).is(200);
        assertThat(wire.get(RESULT).is(200).text()).isEmpty();
        assertThat(wire.get(JOB).is(200).json().containsKey("resultType")).isFalse();
    }

    @Test
    void aPayloadIsShownWhereItIsKept() {
        wire.put(TUBE, "{\"keepFinishedMs\":60000,\"keepPayload\":true}").is(201);
        wire.send("PUT", JOB, "[1]".getBytes(UTF_8), "Content-Type", JSON).is(201);
        finish(lease(), "2", JSON).is(200);
        assertThat(wire.get(JOB).is(200).text()).contains("\"payload\":[1]");
        assertThat(wire.get(JOB + "/payload").is(200).text()).isEqualTo("[1]");
    }

    @Test
    void aResultIsCheckedAsAPayloadIs() {
        keep();
        wire.put(JOB, "x").is(201);
        String lease = lease();
        finish(lease, "{", JSON).isBadRequest("result");
        finish(lease, "x", "t/" + "x".repeat(200)).is(400);
        wire.send("POST", JOB + "/finish", "x".getBytes(UTF_8)).isBadRequest("lease");
        wire.put(TUBE, "{\"resultMaxBytes\":3}").is(200);
        finish(lease, "four", "text/plain").isProblem(413, "TOO_LARGE", "result: expected at most 3 bytes, got 4");
        assertThat(wire.get(JOB).is(200).json().getString("state")).isEqualTo("retained");
        finish(lease, "one", "text/plain").is(200);
        finish(lease, "two", "text/plain").is(200);
        assertThat(wire.get(RESULT).is(200).text()).isEqualTo("one");
        finish("1", "two", "text/plain").isProblem(409, "LEASE_LOST", "not the current one");
    }

    @Test
    void aBatchHasResultsToo() {
        keep();
        String[] leases = new String[3];
        for (int i = 0; i < 3; i++) {
            wire.put(TUBE + "/jobs/j" + i, "x").is(201);
            leases[i] =
                    wire.post(TUBE + "/jobs/j" + i + "/consume").is(200).json().getString("lease");
        }
        JsonArray results = wire.post(
                        TUBE + "/acks",
                        "[{\"id\":\"j0\",\"lease\":\"" + leases[0] + "\",\"op\":\"finish\",\"result\":{\"n\": 1}},"
                                + "{\"id\":\"j1\",\"lease\":\"" + leases[1]
                                + "\",\"op\":\"finish\",\"resultBase64\":\"AAE=\",\"contentType\":\"image/png\"},"
                                + "{\"id\":\"j2\",\"lease\":\"" + leases[2]
                                + "\",\"op\":\"release\",\"result\":1},"
                                + "{\"id\":\"j2\",\"lease\":\"" + leases[2]
                                + "\",\"op\":\"finish\",\"result\":1,\"resultBase64\":\"AA==\"}]")
                .is(200)
                .list("results");
        assertThat(results.getJsonObject(0).getString("state")).isEqualTo("finished");
        assertThat(results.getJsonObject(1).getString("state")).isEqualTo("finished");
        assertThat(results.getJsonObject(2).encode()).contains("BAD_REQUEST", "result: expected none with release");
        assertThat(results.getJsonObject(3).encode())
                .contains("BAD_REQUEST", "result, resultBase64: expected one of them");
        assertThat(wire.get(TUBE + "/jobs/j0/result").is(200).text()).isEqualTo("{\"n\": 1}");
        assertThat(wire.get(TUBE + "/jobs/j1/result").is(200).header("Content-Type"))
                .isEqualTo("image/png");
    }

    @Test
    void whatHasNotFinishedIsSaidToBeSo() {
        keep();
        wire.put(JOB, "x").is(201);
        assertThat(wire.get(RESULT).is(202).text()).isEqualTo("{\"id\":\"a\",\"state\":\"ready\"}");
        assertThat(wire.get(RESULT + "?waitMs=20").is(202).text()).isEqualTo("{\"id\":\"a\",\"state\":\"ready\"}");
        wire.post(JOB + "/bury?lease=" + lease()).is(200);
        assertThat(wire.get(RESULT + "?waitMs=60000").is(202).text()).isEqualTo("{\"id\":\"a\",\"state\":\"failed\"}");
        wire.get(RESULT + "?waitMs=60001").isBadRequest("waitMs");
    }

    @Test
    void whatIsNotKeptIsNotFoundAndTheSettingsAreNamed() {
        wire.put(TUBE, "").is(201);
        finished("x", "text/plain");
        wire.get(RESULT).isProblem(404, "JOB_NOT_FOUND", "keepFinishedMs is 0");
        wire.put(TUBE, "{\"keepFinishedMs\":60000,\"keepFinishedMax\":5}").is(200);
        wire.get(RESULT + "?waitMs=60000")
                .isProblem(404, "JOB_NOT_FOUND", "keepFinishedMs=60000 and keepFinishedMax=5");
        wire.get("/v1/tubes/none/jobs/a/result").isProblem(404, "TUBE_NOT_FOUND", "none");
    }

    /** Far sooner than the next look would find it. */
    @Test
    void whoWaitsHasTheResultWithTheFinish() {
        keep();
        wire.put(JOB, "x").is(201);
        String lease = lease();
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> wire.get(RESULT + "?waitMs=60000"));
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> redis.commands().hexists(server.namespace() + ":{t}:tube", "watchedUntil"));
        }
        finish(lease, "done", "text/plain").is(200);
        assertThat(waiting.join().is(200).text()).isEqualTo("done");
    }

    @Test
    void whoWaitsIsToldOfAFailure() {
        keep();
        wire.put(JOB, "x").is(201);
        String lease = lease();
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> wire.get(RESULT + "?waitMs=60000"));
        wire.post(JOB + "/bury?lease=" + lease).is(200);
        assertThat(waiting.join().is(202).text()).contains("failed");
    }

    @Test
    void aFinishMayTakeTheNextJobToo() {
        keep();
        wire.put(JOB, "x").is(201);
        String lease = lease();
        wire.put(TUBE + "/jobs/b", "y").is(201);
        Answer next = wire.send("POST", JOB + "/finish?next=1&lease=" + lease, "done".getBytes(UTF_8))
                .is(200);
        assertThat(next.first("jobs").getString("id")).isEqualTo("b");
        assertThat(wire.get(RESULT).is(200).text()).isEqualTo("done");
    }
}
