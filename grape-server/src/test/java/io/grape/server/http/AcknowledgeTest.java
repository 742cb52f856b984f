package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgeTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    /** Produces a job and consumes it; returns its lease. */
    private String held(String id, String query) {
        wire.put("/v1/tubes/t/jobs/" + id + query, "x").is(201);
        return wire.post("/v1/tubes/t/consume").is(200).first("jobs").getString("lease");
    }

    private String held(String id) {
        return held(id, "");
    }

    private JsonObject job(String id) {
        return wire.get("/v1/tubes/t/jobs/" + id).is(200).json();
    }

    @Test
    void finishTakesTheJobAway() {
        String lease = held("a");
        assertThat(wire.post("/v1/tubes/t/jobs/a/finish?lease=" + lease).is(200).text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"finished\"}");
        wire.get("/v1/tubes/t/jobs/a").isProblem(404, "JOB_NOT_FOUND", "job a does not exist in tube t");
        wire.post("/v1/tubes/t/jobs/a/finish?lease=" + lease).isProblem(404, "JOB_NOT_FOUND", "job a does not exist");
    }

    @Test
    void releaseBringsTheJobBack() {
        String lease = held("a");
        JsonObject released = wire.post("/v1/tubes/t/jobs/a/release?lease=" + lease + "&delayMs=60000&priority=3")
                .is(200)
                .json();
        assertThat(released.fieldNames()).containsExactly("id", "state", "dueAt");
        assertThat(released.getString("state")).isEqualTo("delayed");
        assertThat(Instant.parse(released.getString("dueAt")))
                .isAfter(Instant.now().plusSeconds(30));
        assertThat(job("a").getLong("priority")).isEqualTo(3);
        assertThat(job("a").getString("dueAt")).isEqualTo(released.getString("dueAt"));
    }

    @Test
    void releaseWithoutADelayMakesTheJobReady() {
        String lease = held("a", "?priority=9");
        assertThat(wire.post("/v1/tubes/t/jobs/a/release?lease=" + lease)
                        .is(200)
                        .json()
                        .getString("state"))
                .isEqualTo("ready");
        assertThat(job("a").getLong("priority")).isEqualTo(9);
    }

    @Test
    void aReleaseThatSpendsTheLastAttemptSaysSo() {
        String lease = held("a", "?maxAttempts=1");
        assertThat(wire.post("/v1/tubes/t/jobs/a/release?lease=" + lease)
                        .is(200)
                        .text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"failed\",\"dueAt\":null}");
    }

    @Test
    void buryKeepsTheReason() {
        String lease = held("a");
        assertThat(wire.post("/v1/tubes/t/jobs/a/bury?lease=" + lease + "&reason=out+of+luck%21&priority=3")
                        .is(200)
                        .text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"failed\",\"dueAt\":null}");
        assertThat(job("a").getString("reason")).isEqualTo("out of luck!");
        assertThat(job("a").getLong("priority")).isEqualTo(3);
        assertThat(job("a").getValue("lease")).isNull();
    }

    @Test
    void touchMovesTheDeadline() {
        String lease = held("a", "?ttrMs=60000");
        String before = job("a").getString("leaseUntil");
        JsonObject touched =
                wire.post("/v1/tubes/t/jobs/a/touch?lease=" + lease).is(200).json();
        assertThat(touched.fieldNames()).containsExactly("id", "state", "leaseUntil");
        assertThat(touched.getString("state")).isEqualTo("retained");
        assertThat(touched.getString("leaseUntil")).isGreaterThanOrEqualTo(before);
        assertThat(job("a").getString("leaseUntil")).isEqualTo(touched.getString("leaseUntil"));
    }

    @Test
    void handBackUndoesTheHandOut() {
        String lease = held("a", "?maxAttempts=1");
        String due = job("a").getString("dueAt");
        assertThat(wire.post("/v1/tubes/t/jobs/a/handback?lease=" + lease)
                        .is(200)
                        .text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"ready\",\"dueAt\":\"" + due + "\"}");
        assertThat(job("a").getInteger("attempt")).isZero();
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("consumed"))
                .isZero();
        wire.post("/v1/tubes/t/jobs/a/handback?lease=" + lease)
                .isProblem(409, "LEASE_LOST", "lease " + lease + " is not the current one of job a");
        assertThat(wire.post("/v1/tubes/t/consume").first("jobs").getInteger("attempt"))
                .isEqualTo(1);
    }

    @Test
    void handBackWithADelayIsForLaterAndUncounted() {
        String lease = held("a", "?maxAttempts=1");
        JsonObject back = wire.post("/v1/tubes/t/jobs/a/handback?lease=" + lease + "&delayMs=3600000")
                .is(200)
                .json();
        assertThat(back.fieldNames()).containsExactly("id", "state", "dueAt");
        assertThat(back.getString("state")).isEqualTo("delayed");
        JsonObject now = job("a");
        assertThat(now.getString("dueAt")).isEqualTo(back.getString("dueAt"));
        assertThat(now.getInteger("attempt")).isZero();
        assertThat(now.getLong("delayMs")).isEqualTo(3_600_000);
        JsonObject explained = wire.get("/v1/tubes/t/jobs/a/explain").is(200).json();
        assertThat(explained.getString("state")).isEqualTo("delayed");
        JsonArray events = wire.get("/v1/tubes/t/jobs/a/history").is(200).json().getJsonArray("events");
        JsonObject last = events.getJsonObject(events.size() - 1);
        assertThat(last.getString("what")).isEqualTo("handedBack");
        assertThat(last.getLong("delayMs")).isEqualTo(3_600_000);
        wire.post("/v1/tubes/t/jobs/a/handback?lease=" + lease + "&delayMs=-1").isBadRequest("delayMs: expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"finish", "release", "bury", "touch", "handback"})
    void aStaleLeaseIsRefusedAndChangesNothing(String op) {
        String stale = held("a");
        wire.post("/v1/tubes/t/jobs/a/release?lease=" + stale).is(200);
        String current = wire.post("/v1/tubes/t/consume").first("jobs").getString("lease");
        wire.post("/v1/tubes/t/jobs/a/" + op + "?lease=" + stale)
                .isProblem(409, "LEASE_LOST", "lease " + stale + " is not the current one of job a");
        assertThat(job("a").getString("lease")).isEqualTo(current);
    }

    @ParameterizedTest
    @ValueSource(strings = {"finish", "release", "bury", "touch", "handback"})
    void badValuesAreNamed(String op) {
        String lease = held("a");
        String path = "/v1/tubes/t/jobs/a/" + op;
        wire.post(path).isBadRequest("lease: expected a value, got none");
        wire.post(path + "?lease=").isBadRequest("lease: expected a decimal number");
        wire.post(path + "?lease=0").isBadRequest("lease: expected a decimal number");
        wire.post(path + "?lease=-1").isBadRequest("lease: expected a decimal number");
        wire.post(path + "?lease=12345678901234567").isBadRequest("lease: expected a decimal number");
        wire.post(path + "?lease=1&lease=1").isBadRequest("lease: expected one value");
        wire.post(path + "?lease=" + lease + "&x=1").isBadRequest("query: expected only");
        if (!op.equals("finish")) {
            wire.post(path + "?lease=" + lease, "{}").isBadRequest("body: expected none");
        }
        wire.post("/v1/tubes/u/jobs/a/" + op + "?lease=1").isProblem(404, "TUBE_NOT_FOUND", "tube u");
        wire.post("/v1/tubes/t/jobs/b/" + op + "?lease=1").isProblem(404, "JOB_NOT_FOUND", "job b");
        assertThat(job("a").getString("lease")).isEqualTo(lease);
    }

    @Test
    void badValuesOfReleaseAndBuryAreNamed() {
        String lease = held("a");
        String release = "/v1/tubes/t/jobs/a/release?lease=" + lease;
        String bury = "/v1/tubes/t/jobs/a/bury?lease=" + lease;
        wire.post(release + "&delayMs=-1").isBadRequest("delayMs: expected 0 or more, got -1");
        wire.post(release + "&delayMs=x").isBadRequest("delayMs: expected a whole number");
        wire.post(release + "&priority=4294967296")
                .isBadRequest("priority: expected a whole number from 0 to 4294967295");
        wire.post(release + "&reason=x")
                .isBadRequest("query: expected only delayMs, lease, pauseKeyMs, priority, got 'reason'");
        wire.post(bury + "&priority=-1").isBadRequest("priority: expected a whole number from 0 to 4294967295");
        wire.post(bury + "&delayMs=1").isBadRequest("query: expected only lease, priority, reason, got 'delayMs'");
        assertThat(job("a").getString("lease")).isEqualTo(lease);
    }

    @Test
    void aReasonOfAThousandCharactersIsTakenAndOneMoreIsRefused() {
        String lease = held("a");
        String bury = "/v1/tubes/t/jobs/a/bury?lease=" + lease + "&reason=";
        wire.post(bury + "%E8%91%A1".repeat(1001)).isBadRequest("reason: expected at most 1000 characters");
        wire.post(bury + "%E8%91%A1".repeat(1000)).is(200);
        assertThat(job("a").getString("reason")).isEqualTo("葡".repeat(1000));
    }
}
