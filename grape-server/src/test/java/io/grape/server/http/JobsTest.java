package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void produce(String id, String query) {
        wire.put("/v1/tubes/t/jobs/" + id + query, id).is(201);
    }

    private String consume() {
        return wire.post("/v1/tubes/t/consume").is(200).first("jobs").getString("lease");
    }

    private void fail(String id) {
        fail(id, "broken");
    }

    private void fail(String id, String reason) {
        produce(id, "?priority=0");
        wire.post("/v1/tubes/t/jobs/" + id + "/bury?lease=" + consume() + "&reason=" + reason)
                .is(200);
    }

    private String state(String id) {
        return wire.get("/v1/tubes/t/jobs/" + id).is(200).json().getString("state");
    }

    private static List<String> ids(Answer page) {
        JsonArray jobs = page.is(200).list("jobs");
        return IntStream.range(0, jobs.size())
                .mapToObj(i -> jobs.getJsonObject(i).getString("id"))
                .toList();
    }

    @Test
    void peekShowsAJobInEveryStateAndChangesNothing() {
        produce("ready", "");
        String lease = consume();
        Answer answer = wire.get("/v1/tubes/t/jobs/ready");
        JsonObject retained = answer.is(200).json();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(retained.fieldNames())
                .containsExactly(
                        "rev",
                        "id",
                        "tube",
                        "state",
                        "priority",
                        "attempt",
                        "maxAttempts",
                        "delayMs",
                        "ttrMs",
                        "createdAt",
                        "dueAt",
                        "lease",
                        "leaseUntil",
                        "contentType",
                        "payloadBase64");
        assertThat(retained.getString("state")).isEqualTo("retained");
        assertThat(retained.getString("lease")).isEqualTo(lease);
        fail("failed");
        produce("waiting", "?delayMs=60000");
        JsonObject waiting = wire.get("/v1/tubes/t/jobs/waiting").is(200).json();
        assertThat(waiting.getString("state")).isEqualTo("delayed");
        assertThat(waiting.getInteger("attempt")).isZero();
        assertThat(waiting.getMap()).containsEntry("lease", null).containsEntry("leaseUntil", null);
        JsonObject failed = wire.get("/v1/tubes/t/jobs/failed").is(200).json();
        assertThat(failed.getString("state")).isEqualTo("failed");
        assertThat(failed.getString("reason")).isEqualTo("broken");
        assertThat(state("waiting")).isEqualTo("delayed");
    }

    @Test
    void peekOfWhatIsNotThereIsNamed() {
        wire.get("/v1/tubes/t/jobs/a").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.get("/v1/tubes/t/jobs/a/payload").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        produce("b", "");
        wire.get("/v1/tubes/t/jobs/a").isProblem(404, "JOB_NOT_FOUND", "job a does not exist in tube t");
        wire.get("/v1/tubes/t/jobs/a/payload").isProblem(404, "JOB_NOT_FOUND", "job a does not exist in tube t");
        wire.get("/v1/tubes/t/jobs/b?x=1").isBadRequest("query: expected no parameters, got 'x'");
        wire.get("/v1/tubes/t/jobs/a%0Ab").isBadRequest("id: expected");
    }

    @Test
    void explainSaysWhyAJobHasNotRun() {
        produce("a", "");
        produce("b", "");
        wire.post("/v1/tubes/t/pause?reason=maintenance").is(200);
        Answer answer = wire.get("/v1/tubes/t/jobs/b/explain").is(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        JsonObject why = answer.json();
        assertThat(why.getString("state")).isEqualTo("ready");
        assertThat(why.getString("reason")).isEqualTo("PAUSED");
        assertThat(why.getString("detail")).isEqualTo("the tube is paused until it is resumed");
        assertThat(why.getJsonObject("ahead").getMap()).containsEntry("jobs", 1).containsEntry("mayBeMore", false);
        assertThat(why.getJsonObject("paused").getString("reason")).isEqualTo("maintenance");
        assertThat(why.getMap()).containsEntry("leaseUntil", null).containsEntry("lastDeliveredAt", null);
        wire.get("/v1/tubes/t/jobs/c/explain").isProblem(404, "JOB_NOT_FOUND", "job c does not exist in tube t");
        wire.get("/v1/tubes/u/jobs/c/explain").isProblem(404, "TUBE_NOT_FOUND", "tube u does not exist");
    }

    @Test
    void jobsAreListedPageByPage() {
        IntStream.range(0, 7).forEach(i -> produce("d" + i, "?delayMs=" + (60_000 + 1000 * i)));
        produce("r", "");
        List<String> listed = new ArrayList<>();
        Answer page = wire.get("/v1/tubes/t/jobs?state=delayed&limit=3");
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        while (true) {
            assertThat(page.is(200).json().fieldNames()).containsExactly("jobs", "next");
            listed.addAll(ids(page));
            String next = page.json().getString("next");
            if (next == null) {
                break;
            }
            assertThat(next).matches("[A-Za-z0-9_-]+");
            page = wire.get("/v1/tubes/t/jobs?state=delayed&limit=3&cursor=" + next);
        }
        assertThat(listed).containsExactly("d0", "d1", "d2", "d3", "d4", "d5", "d6");
        assertThat(ids(wire.get("/v1/tubes/t/jobs?state=ready"))).containsExactly("r");
        assertThat(wire.get("/v1/tubes/t/jobs?state=failed").text()).isEqualTo("{\"jobs\":[],\"next\":null}");
    }

    @Test
    void failedJobsAreListedByWhatTheirReasonsHaveInCommon() {
        fail("a", "order+8812+is+closed");
        fail("b", "");
        fail("c", "order+9+is+closed");
        fail("d", "order+9+is+lost");
        String path = "/v1/tubes/t/jobs?state=failed&reason=";
        assertThat(ids(wire.get(path + "order+%3Cn%3E+is+closed"))).containsExactlyInAnyOrder("a", "c");
        assertThat(ids(wire.get(path))).containsExactly("b");
        assertThat(wire.get(path + "order").text()).isEqualTo("{\"jobs\":[],\"next\":null}");

        Answer page = wire.get(path + "order+%3Cn%3E+is+closed&limit=1");
        Answer rest = wire.get(
                path + "order+%3Cn%3E+is+closed&limit=1&cursor=" + page.json().getString("next"));
        assertThat(Stream.of(page, rest).flatMap(one -> ids(one).stream())).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void aCursorBelongsToTheStateItWasGivenFor() {
        wire.post("/v1/tubes/t/jobs", "[{\"payload\":1,\"delayMs\":60000},{\"payload\":1,\"delayMs\":60000}]")
                .is(200);
        Answer page = wire.get("/v1/tubes/t/jobs?state=delayed&limit=1");
        String next = page.json().getString("next");
        wire.get("/v1/tubes/t/jobs?state=ready&cursor=" + next)
                .isBadRequest("cursor: expected what an earlier page of this state named as next");
    }

    @Test
    void aListHasAHundredJobsUnlessMoreAreAskedFor() {
        String jobs = IntStream.range(0, 101)
                .mapToObj(i -> "{\"id\":\"" + i + "\",\"payload\":1}")
                .collect(Collectors.joining(",", "[", "]"));
        wire.post("/v1/tubes/t/jobs", jobs).is(200);
        assertThat(ids(wire.get("/v1/tubes/t/jobs?state=ready"))).hasSize(100);
        assertThat(ids(wire.get("/v1/tubes/t/jobs?state=ready&limit=1000"))).hasSize(101);
    }

    @Test
    void aListOfLargeJobsEndsBeforeItGetsTooLarge() {
        String payload = "x".repeat(1024 * 1024);
        for (int i = 0; i < 20; i++) {
            wire.put("/v1/tubes/t/jobs/" + i, payload).is(201);
        }
        Answer page = wire.get("/v1/tubes/t/jobs?state=ready&limit=1000");
        List<String> found = new ArrayList<>(ids(page));
        assertThat(found).hasSizeBetween(2, 3);
        for (String next = next(page); next != null; next = next(page)) {
            page = wire.get("/v1/tubes/t/jobs?state=ready&limit=1000&cursor=" + next);
            found.addAll(ids(page));
        }
        assertThat(found).hasSize(20).doesNotHaveDuplicates();
    }

    private static @Nullable String next(Answer page) {
        return page.json().getString("next");
    }

    @Test
    void badValuesOfAListAreNamed() {
        produce("a", "");
        String path = "/v1/tubes/t/jobs";
        wire.get(path).isBadRequest("state: expected delayed, ready, retained, failed, gated or finished, got none");
        wire.get(path + "?state=all")
                .isBadRequest("state: expected delayed, ready, retained, failed, gated or finished, got 'all'");
        wire.get(path + "?state=READY").isBadRequest("state: expected delayed, ready");
        wire.get(path + "?state=ready&limit=0").isBadRequest("limit: expected a whole number from 1 to 1000, got 0");
        wire.get(path + "?state=ready&limit=1001").isBadRequest("limit: expected a whole number from 1 to 1000");
        wire.get(path + "?state=ready&limit=4294967297").isBadRequest("limit: expected a whole number from 1");
        wire.get(path + "?state=ready&cursor=x")
                .isBadRequest("cursor: expected what an earlier page of this state named as next");
        wire.get(path + "?state=ready&cursor=")
                .isBadRequest("cursor: expected what an earlier page of this state named as next");
        wire.get(path + "?state=ready&reason=x").isBadRequest("reason: expected it with state failed, got ready");
        wire.get(path + "?state=failed&reason=" + "x".repeat(201)).isBadRequest("reason: expected the signature of a");
        wire.get(path + "?state=ready&page=2")
                .isBadRequest("query: expected only cursor, dueFrom, dueTo, key, label, limit, reason");
        wire.get("/v1/tubes/u/jobs?state=ready").isProblem(404, "TUBE_NOT_FOUND", "tube u");
    }

    @Test
    void deleteTakesAJobAway() {
        produce("a", "");
        produce("b", "?delayMs=60000");
        fail("c");
        for (String id : List.of("a", "b", "c")) {
            Answer gone = wire.delete("/v1/tubes/t/jobs/" + id).is(204);
            assertThat(gone.bytes()).isEmpty();
            assertThat(gone.header("Content-Type")).isEmpty();
            wire.get("/v1/tubes/t/jobs/" + id).is(404);
        }
        wire.delete("/v1/tubes/t/jobs/a").isProblem(404, "JOB_NOT_FOUND", "job a does not exist in tube t");
        wire.delete("/v1/tubes/u/jobs/a").isProblem(404, "TUBE_NOT_FOUND", "tube u");
    }

    @Test
    void deleteOfARetainedJobWantsForce() {
        produce("a", "");
        String lease = consume();
        wire.delete("/v1/tubes/t/jobs/a").isProblem(409, "WRONG_STATE", "job a is retained");
        wire.delete("/v1/tubes/t/jobs/a?force=false").isProblem(409, "WRONG_STATE", "job a is retained");
        wire.delete("/v1/tubes/t/jobs/a?force=yes").isBadRequest("force: expected true or false, got 'yes'");
        wire.delete("/v1/tubes/t/jobs/a?force").isBadRequest("force: expected true or false, got ''");
        wire.delete("/v1/tubes/t/jobs/a?now=true").isBadRequest("query: expected only force");
        wire.delete("/v1/tubes/t/jobs/a?force=true").is(204);
        wire.post("/v1/tubes/t/jobs/a/finish?lease=" + lease).isProblem(404, "JOB_NOT_FOUND", "job a");
    }

    @Test
    void kickMakesOneJobReady() {
        fail("a");
        assertThat(wire.post("/v1/tubes/t/jobs/a/kick").is(200).text()).isEqualTo("{\"kicked\":1}");
        assertThat(state("a")).isEqualTo("ready");
        assertThat(wire.post("/v1/tubes/t/jobs/a/kick").is(200).text()).isEqualTo("{\"kicked\":0}");
        produce("b", "?delayMs=60000");
        assertThat(wire.post("/v1/tubes/t/jobs/b/kick?delayMs=50000").is(200).text())
                .isEqualTo("{\"kicked\":1}");
        assertThat(wire.get("/v1/tubes/t/jobs/b").json().getLong("delayMs")).isEqualTo(50_000);
    }

    @Test
    void badKicksOfOneJobAreNamed() {
        produce("a", "");
        consume();
        wire.post("/v1/tubes/t/jobs/a/kick").isProblem(409, "WRONG_STATE", "job a is retained");
        wire.post("/v1/tubes/t/jobs/b/kick").isProblem(404, "JOB_NOT_FOUND", "job b does not exist in tube t");
        wire.post("/v1/tubes/u/jobs/b/kick").isProblem(404, "TUBE_NOT_FOUND", "tube u");
        wire.post("/v1/tubes/t/jobs/a/kick?delayMs=-1").isBadRequest("delayMs: expected 0 or more, got -1");
        wire.post("/v1/tubes/t/jobs/a/kick?delayMs=x").isBadRequest("delayMs: expected a whole number, got 'x'");
        wire.post("/v1/tubes/t/jobs/a/kick?max=1").isBadRequest("query: expected only delayMs, got 'max'");
    }

    @Test
    void kickOfATubeTakesFailedJobsFirst() {
        fail("f1");
        fail("f2");
        produce("d", "?delayMs=60000");
        assertThat(wire.post("/v1/tubes/t/kick").is(200).text()).isEqualTo("{\"kicked\":1}");
        assertThat(wire.post("/v1/tubes/t/kick?max=1000").is(200).text()).isEqualTo("{\"kicked\":1}");
        assertThat(state("d")).isEqualTo("delayed");
        assertThat(wire.post("/v1/tubes/t/kick?max=1000").is(200).text()).isEqualTo("{\"kicked\":1}");
        assertThat(state("d")).isEqualTo("ready");
        assertThat(wire.post("/v1/tubes/t/kick").is(200).text()).isEqualTo("{\"kicked\":0}");
    }

    @Test
    void badKicksOfATubeAreNamed() {
        wire.post("/v1/tubes/t/kick").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.post("/v1/tubes/t/kick?max=0").isBadRequest("max: expected a whole number from 1 to 1000, got 0");
        wire.post("/v1/tubes/t/kick?max=1001").isBadRequest("max: expected a whole number from 1 to 1000, got 1001");
        wire.post("/v1/tubes/t/kick?delayMs=1").isBadRequest("query: expected only max, got 'delayMs'");
    }
}
