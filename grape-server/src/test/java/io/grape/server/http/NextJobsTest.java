package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Acknowledge and take the next. */
class NextJobsTest {
    private static final String JOBS = "/v1/tubes/t/jobs/";
    private static final String ACKS = "/v1/tubes/t/acks";

    @RegisterExtension
    final ServerExtension server = new ServerExtension(2);

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);
    private final Wire other = Wire.to(server, 1);

    private void produce(String... ids) {
        for (String id : ids) {
            wire.put(JOBS + id, id).is(201);
        }
    }

    private String consumed(String id) {
        return wire.post(JOBS + id + "/consume").is(200).json().getString("lease");
    }

    /** Produces a job and takes it; returns where to finish it. */
    private String held(String id) {
        produce(id);
        return JOBS + id + "/finish?lease=" + consumed(id);
    }

    private static String op(String id, String lease, String op) {
        return "{\"id\":\"" + id + "\",\"lease\":\"" + lease + "\",\"op\":\"" + op + "\"}";
    }

    private static List<String> ids(Answer answer) {
        return answer.is(200).list("jobs").stream()
                .map(job -> ((JsonObject) job).getString("id"))
                .toList();
    }

    private int count(String state) {
        return wire.get("/v1/tubes/t").json().getJsonObject("counts").getInteger(state);
    }

    private int total(String verb) {
        return wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger(verb);
    }

    private CompletableFuture<Answer> sent(String path) {
        return CompletableFuture.supplyAsync(() -> wire.post(path));
    }

    private void isGone(String id) {
        other.get(JOBS + id).isProblem(404, "JOB_NOT_FOUND", "job " + id);
    }

    /** A job without its rev, which a delivery does not have. */
    private JsonObject looked(String id) {
        JsonObject seen = wire.get(JOBS + id).is(200).json();
        assertThat(seen.remove("rev")).isInstanceOf(String.class);
        return seen;
    }

    @Test
    void aFinishHandsOutTheNextAsAConsumeDoes() {
        String finish = held("a");
        wire.put(JOBS + "b", "{\"n\": 1.00}", "Content-Type", "application/json")
                .is(201);
        Answer answer = wire.post(finish + "&next=1").is(200);
        assertThat(answer.text()).startsWith("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[{\"id\":\"b\",");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        JsonObject job = answer.first("jobs");
        assertThat(job).isEqualTo(looked("b"));
        assertThat(job.getInteger("attempt")).isEqualTo(1);
        assertThat(answer.text()).endsWith("\"payload\":{\"n\": 1.00}}]}");
        isGone("a");
        wire.post(JOBS + "b/finish?lease=" + job.getString("lease")).is(200);
    }

    @Test
    void withoutNextNothingIsTaken() {
        String finish = held("a");
        produce("b");
        Answer answer = wire.post(finish).is(200);
        assertThat(answer.text()).isEqualTo("{\"id\":\"a\",\"state\":\"finished\"}");
        assertThat(answer.header("Cache-Control")).isEmpty();
        assertThat(wire.post(ACKS, "[" + op("x", "1", "finish") + "]").is(200).text())
                .isEqualTo("{\"results\":[{\"id\":\"x\",\"error\":"
                        + "{\"code\":\"JOB_NOT_FOUND\",\"detail\":\"job x does not exist\"}}]}");
        assertThat(count("ready")).isEqualTo(1);
    }

    @Test
    void itHandsOutUpToNextByPriority() {
        String finish = held("a");
        produce("b", "c", "d");
        wire.put(JOBS + "urgent?priority=1", "x").is(201);
        assertThat(ids(wire.post(finish + "&next=3"))).containsExactly("urgent", "b", "c");
        assertThat(count("ready")).isEqualTo(1);
    }

    @Test
    void withNothingReadyItAnswersAtOnce() {
        Answer answer = wire.post(held("a") + "&next=10").is(200);
        assertThat(answer.text()).isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[]}");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void aFinishThatIsRefusedTakesNothing() {
        String stale = held("a");
        wire.post(stale.replace("/finish", "/release")).is(200);
        consumed("a");
        produce("b");
        for (int i = 0; i < 20; i++) {
            wire.post(stale + "&next=5").isProblem(409, "LEASE_LOST", "is not the current one of job a");
            wire.post(JOBS + "none/finish?lease=1&next=5").isProblem(404, "JOB_NOT_FOUND", "job none");
        }
        wire.post("/v1/tubes/u/jobs/a/finish?lease=1&next=5").isProblem(404, "TUBE_NOT_FOUND", "tube u");
        JsonObject next = wire.post("/v1/tubes/t/consume?waitMs=60000").first("jobs");
        assertThat(next.getString("id")).isEqualTo("b");
        assertThat(next.getInteger("attempt")).isEqualTo(1);
        assertThat(total("consumed")).isEqualTo(3);
    }

    @Test
    void aFinishThatIsRefusedDoesNotWait() {
        produce("a");
        wire.post(JOBS + "a/finish?lease=1&next=1&waitMs=60000").isProblem(409, "LEASE_LOST", "lease 1");
        assertThat(ids(wire.post("/v1/tubes/t/consume?waitMs=60000"))).containsExactly("a");
    }

    @Test
    void theFinishDoesNotWaitForTheNext() throws Exception {
        String finish = held("a");
        CompletableFuture<Answer> waiting = sent(finish + "&next=2&waitMs=60000");
        while (total("finished") == 0) {
            assertThat(waiting).isNotDone();
        }
        isGone("a");
        other.put(JOBS + "b", "x").is(201);
        assertThat(ids(waiting.get())).containsExactly("b");
    }

    @Test
    void aWaitThatIsOverEndsWithNone() {
        assertThat(wire.post(held("a") + "&next=1&waitMs=50").is(200).text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[]}");
        isGone("a");
    }

    @Test
    void aDrainEndsTheWaitWithNone() throws Exception {
        CompletableFuture<Answer> waiting = sent(held("a") + "&next=1&waitMs=60000");
        while (other.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("finished") == 0) {
            assertThat(waiting).isNotDone();
        }
        server.stop(0);
        assertThat(waiting.get().is(200).text()).isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[]}");
    }

    @Test
    void aPausedTubeFinishesAndHandsOutNothingUntilItIsResumed() throws Exception {
        String first = held("a");
        String second = held("b");
        produce("c");
        wire.post("/v1/tubes/t/pause").is(200);
        assertThat(ids(wire.post(first + "&next=5"))).isEmpty();
        isGone("a");
        CompletableFuture<Answer> waiting = sent(second + "&next=5&waitMs=60000");
        other.post("/v1/tubes/t/resume").is(200);
        assertThat(ids(waiting.get())).containsExactly("c");
    }

    @Test
    void manyAcknowledgementsHandOutTheNextWhateverBecomesOfThem() {
        produce("a", "b", "c");
        String leaseA = consumed("a");
        String leaseB = consumed("b");
        String body = "[" + op("a", leaseA, "finish") + "," + op("b", "1", "finish") + ","
                + op("b", leaseB, "release").replace("}", ",\"delayMs\":60000}") + ",{\"id\":\"x\"}]";
        Answer answer = wire.post(ACKS + "?next=5", body).is(200);
        assertThat(answer.json().fieldNames()).containsExactly("results", "jobs");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.list("results")).hasSize(4);
        assertThat(answer.text()).contains("\"state\":\"finished\"", "LEASE_LOST", "\"state\":\"delayed\"", "item 3");
        assertThat(ids(answer)).containsExactly("c");
        assertThat(answer.first("jobs")).isEqualTo(looked("c"));
        Answer none = wire.post(ACKS + "?next=5&waitMs=20", "[{\"id\":\"x\"}]").is(200);
        assertThat(none.list("results")).hasSize(1);
        assertThat(none.list("jobs")).isEmpty();
    }

    @Test
    void acknowledgementsThatAreRefusedAsAWholeTakeNothing() {
        produce("a");
        wire.post("/v1/tubes/u/acks?next=1", "[" + op("a", "1", "finish") + "]")
                .isProblem(404, "TUBE_NOT_FOUND", "tube u");
        wire.post(ACKS + "?next=1", "{}").isBadRequest("");
        assertThat(ids(wire.post("/v1/tubes/t/consume?waitMs=60000"))).containsExactly("a");
        assertThat(total("consumed")).isEqualTo(1);
    }

    @Test
    void manyAcknowledgementsTakeEffectBeforeTheWait() throws Exception {
        produce("a");
        String body = "[" + op("a", consumed("a"), "finish") + "]";
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> wire.post(ACKS + "?next=1&waitMs=60000", body));
        while (total("finished") == 0) {
            assertThat(waiting).isNotDone();
        }
        produce("b");
        assertThat(ids(waiting.get())).containsExactly("b");
    }

    @Test
    void badValuesAreNamedAndFinishNothing() {
        String finish = held("a");
        wire.post(finish + "&next=0").isBadRequest("next: expected a whole number from 1 to 1000, got 0");
        wire.post(finish + "&next=1001").isBadRequest("next: expected a whole number from 1 to 1000, got 1001");
        wire.post(finish + "&next=").isBadRequest("next: expected a whole number");
        wire.post(finish + "&next=1&next=1").isBadRequest("next: expected one value");
        wire.post(finish + "&next=1&waitMs=60001").isBadRequest("waitMs: expected a whole number from 0 to 60000");
        wire.post(finish + "&waitMs=1").isBadRequest("waitMs: expected 0 without next, got 1");
        wire.post(finish + "&max=1").isBadRequest("query: expected only lease, next, waitMs, got 'max'");
        wire.post(finish.replace("finish", "release") + "&next=1").isBadRequest("query: expected only");
        String acks = "[" + op("a", finish.substring(finish.indexOf('=') + 1), "finish") + "]";
        wire.post(ACKS + "?next=0", acks).isBadRequest("next: expected a whole number from 1 to 1000, got 0");
        wire.post(ACKS + "?waitMs=1", acks).isBadRequest("waitMs: expected 0 without next, got 1");
        assertThat(count("retained")).isEqualTo(1);
        wire.post(finish + "&next=1000").is(200);
    }

    @Test
    void whatIsTakenIsCounted() {
        String finish = held("a");
        produce("b");
        wire.post(finish + "&next=10").is(200);
        assertThat(wire.get("/metrics").text())
                .contains("grape_operations_total{result=\"ok\",tube=\"t\",verb=\"consume\"} 1.0")
                .contains("grape_operations_total{result=\"ok\",tube=\"t\",verb=\"finish\"} 1.0");
        assertThat(total("consumed")).isEqualTo(2);
    }

    @Test
    void whatNobodyWorksOnComesBackWhenItsLeaseEnds() {
        String finish = held("a");
        wire.put(JOBS + "b?ttrMs=1000", "x").is(201);
        assertThat(ids(wire.post(finish + "&next=1"))).containsExactly("b");
        JsonObject again = other.post("/v1/tubes/t/consume?waitMs=60000").first("jobs");
        assertThat(again.getString("id")).isEqualTo("b");
        assertThat(again.getInteger("attempt")).isEqualTo(2);
    }
}
