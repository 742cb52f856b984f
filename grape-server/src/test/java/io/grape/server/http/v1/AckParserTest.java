package io.grape.server.http.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AckParserTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    /** Produces jobs and consumes them; returns their leases. */
    private JsonObject held(String... ids) {
        for (String id : ids) {
            wire.put("/v1/tubes/t/jobs/" + id, "x").is(201);
        }
        JsonArray jobs = wire.post("/v1/tubes/t/consume?max=1000").is(200).list("jobs");
        JsonObject leases = new JsonObject();
        for (int i = 0; i < jobs.size(); i++) {
            leases.put(
                    jobs.getJsonObject(i).getString("id"), jobs.getJsonObject(i).getString("lease"));
        }
        return leases;
    }

    private static String ack(String id, String lease, String op, String more) {
        return "{\"id\":\"" + id + "\",\"lease\":\"" + lease + "\",\"op\":\"" + op + "\"" + more + "}";
    }

    private JsonArray acks(String... acks) {
        return wire.post("/v1/tubes/t/acks", "[" + String.join(",", acks) + "]")
                .is(200)
                .list("results");
    }

    @Test
    void everyOpIsDoneAndAnsweredInOrder() {
        JsonObject leases = held("a", "b", "c", "d", "e", "f");
        JsonArray results = acks(
                ack("d", leases.getString("d"), "touch", ""),
                ack("c", leases.getString("c"), "bury", ",\"reason\":\"no luck\",\"priority\":5"),
                ack("b", leases.getString("b"), "release", ",\"delayMs\":60000,\"priority\":6"),
                ack("a", leases.getString("a"), "finish", ""),
                ack("e", leases.getString("e"), "handback", ""),
                ack("f", leases.getString("f"), "handback", ",\"delayMs\":60000"));
        assertThat(results.getJsonObject(0).fieldNames()).containsExactly("id", "state", "leaseUntil");
        assertThat(results.getJsonObject(0).getString("state")).isEqualTo("retained");
        assertThat(results.getJsonObject(1).encode()).isEqualTo("{\"id\":\"c\",\"state\":\"failed\",\"dueAt\":null}");
        assertThat(results.getJsonObject(2).fieldNames()).containsExactly("id", "state", "dueAt");
        assertThat(results.getJsonObject(2).getString("state")).isEqualTo("delayed");
        assertThat(results.getJsonObject(3).encode()).isEqualTo("{\"id\":\"a\",\"state\":\"finished\"}");
        assertThat(results.getJsonObject(4).fieldNames()).containsExactly("id", "state", "dueAt");
        assertThat(results.getJsonObject(4).getString("state")).isEqualTo("ready");
        assertThat(results.getJsonObject(5).getString("state")).isEqualTo("delayed");
        assertThat(wire.get("/v1/tubes/t/jobs/f").json().getInteger("attempt")).isZero();
        JsonObject buried = wire.get("/v1/tubes/t/jobs/c").json();
        assertThat(buried.getString("reason")).isEqualTo("no luck");
        assertThat(buried.getLong("priority")).isEqualTo(5);
        assertThat(wire.get("/v1/tubes/t/jobs/b").json().getLong("priority")).isEqualTo(6);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }

    @Test
    void aBadItemIsToldItsErrorAndItsNeighboursAreDone() {
        JsonObject leases = held("a", "b");
        JsonArray results = acks(
                ack("a", "1", "finish", ""),
                ack("x", "1", "finish", ""),
                ack("a", leases.getString("a"), "kick", ""),
                ack("a", leases.getString("a"), "finish", ",\"delayMs\":1"),
                ack("a", leases.getString("a"), "touch", ",\"reason\":\"r\""),
                "{\"id\":\"a\",\"lease\":" + leases.getString("a") + ",\"op\":\"finish\"}",
                "{\"id\":\"a\",\"op\":\"finish\"}",
                "{\"lease\":\"1\",\"op\":\"finish\"}",
                "{\"id\":\"a\",\"lease\":\"1\"}",
                ack("a", leases.getString("a"), "release", ",\"delayMs\":-1"),
                ack("a", leases.getString("a"), "bury", ",\"reason\":\"" + "x".repeat(1001) + "\""),
                ack("a", leases.getString("a"), "bury", ",\"reason\":\"\\ud800\""),
                ack("a", leases.getString("a"), "finish", ",\"lease\":\"1\""),
                "[]",
                ack("b", leases.getString("b"), "finish", ""),
                ack("a", leases.getString("a"), "handback", ",\"priority\":1"),
                ack("a", "1", "handback", ""));
        assertError(results, 0, "a", "LEASE_LOST", "lease 1 is not the current one");
        assertError(results, 1, "x", "JOB_NOT_FOUND", "job x does not exist");
        assertError(
                results,
                2,
                "a",
                "BAD_REQUEST",
                "item 2: op: expected finish, release, bury, touch, handback or handover, got 'kick'");
        assertError(results, 3, "a", "BAD_REQUEST", "item 3: delayMs: expected none with finish");
        assertError(results, 4, "a", "BAD_REQUEST", "item 4: reason: expected none with touch");
        assertError(results, 5, "a", "BAD_REQUEST", "item 5: lease: expected a string, got " + leases.getString("a"));
        assertError(results, 6, "a", "BAD_REQUEST", "item 6: lease: expected a value, got none");
        assertError(results, 7, null, "BAD_REQUEST", "item 7: id: expected a value, got none");
        assertError(
                results,
                8,
                "a",
                "BAD_REQUEST",
                "item 8: op: expected finish, release, bury, touch, handback or handover, got none");
        assertError(results, 9, "a", "BAD_REQUEST", "item 9: delayMs: expected 0 or more");
        assertError(results, 10, "a", "BAD_REQUEST", "item 10: reason: expected at most 1000 characters");
        assertError(results, 11, "a", "BAD_REQUEST", "item 11: reason: expected whole characters");
        assertError(results, 12, "a", "BAD_REQUEST", "item 12: lease: expected it once");
        assertError(results, 13, null, "BAD_REQUEST", "item 13: body: expected an object, got an array");
        assertThat(results.getJsonObject(14).getString("state")).isEqualTo("finished");
        assertError(results, 15, "a", "BAD_REQUEST", "item 15: priority: expected none with handback");
        assertError(results, 16, "a", "LEASE_LOST", "lease 1 is not the current one");
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("lease")).isEqualTo(leases.getString("a"));
    }

    private static void assertError(JsonArray results, int at, @Nullable String id, String code, String detail) {
        JsonObject result = results.getJsonObject(at);
        assertThat(result.fieldNames()).containsExactly("id", "error");
        assertThat(result.getString("id")).isEqualTo(id);
        assertThat(result.getJsonObject("error").getString("code")).isEqualTo(code);
        assertThat(result.getJsonObject("error").getString("detail")).startsWith(detail);
    }

    @Test
    void aThousandItemsAreTakenAndOneMoreIsRefused() {
        JsonObject leases = held("a");
        String others = IntStream.range(0, 999)
                .mapToObj(i -> ack("x" + i, "1", "finish", ""))
                .collect(Collectors.joining(","));
        String first = ack("a", leases.getString("a"), "finish", "");
        wire.post("/v1/tubes/t/acks", "[" + first + "," + others + "," + first + "]")
                .isBadRequest("body: expected at most 1000 items, got more");
        wire.get("/v1/tubes/t/jobs/a").is(200);
        assertThat(acks(first, others)).hasSize(1000);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }

    @Test
    void anEmptyArrayIsAnEmptyAnswer() {
        assertThat(wire.post("/v1/tubes/t/acks", "[]").is(200).text()).isEqualTo("{\"results\":[]}");
    }

    @Test
    void whatIsNoArrayOfAcknowledgementsIsRefused() {
        wire.post("/v1/tubes/t/acks").isBadRequest("body: expected JSON, got nothing");
        wire.post("/v1/tubes/t/acks", "{}").isBadRequest("body: expected an array, got an object");
        wire.post("/v1/tubes/t/acks", "[").isBadRequest("body: expected JSON");
        wire.post("/v1/tubes/t/acks?op=finish", "[]").isBadRequest("query: expected only next, waitMs");
        wire.post("/v1/tubes/-t/acks", "[]").isBadRequest("tube: expected");
    }

    @Test
    void anUnknownTubeFailsTheWhole() {
        wire.post("/v1/tubes/u/acks", "[" + ack("a", "1", "finish", "") + "]")
                .isProblem(404, "TUBE_NOT_FOUND", "tube u");
    }
}
