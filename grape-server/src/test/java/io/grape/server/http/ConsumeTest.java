package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConsumeTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension(2);

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);
    private final Wire other = Wire.to(server, 1);

    private void produce(String tube, String... ids) {
        for (String id : ids) {
            wire.put("/v1/tubes/" + tube + "/jobs/" + id, id).is(201);
        }
    }

    private static List<String> ids(Answer answer) {
        JsonArray jobs = answer.is(200).list("jobs");
        return IntStream.range(0, jobs.size())
                .mapToObj(i -> jobs.getJsonObject(i).getString("id"))
                .toList();
    }

    @Test
    void aConsumedJobHasEveryField() {
        Instant before = Instant.now();
        wire.put("/v1/tubes/t/jobs/a?ttrMs=5000&priority=7", "{\"n\":1.0}", "Content-Type", "application/json")
                .is(201);
        Answer answer = wire.post("/v1/tubes/t/consume");
        JsonObject job = answer.is(200).first("jobs");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().fieldNames()).containsExactly("jobs");
        assertThat(job.fieldNames())
                .containsExactly(
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
                        "payload");
        assertThat(job.getString("state")).isEqualTo("retained");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
        assertThat(job.getString("lease")).matches("[1-9][0-9]{0,15}");
        Instant leaseUntil = Instant.parse(job.getString("leaseUntil"));
        assertThat(leaseUntil).isBetween(before.plusSeconds(4), Instant.now().plusSeconds(6));
        assertThat(job.getString("dueAt"))
                .isEqualTo(job.getString("createdAt"))
                .hasSize(24)
                .endsWith("Z");
        assertThat(answer.text()).endsWith(",\"payload\":{\"n\":1.0}}]}");
    }

    @Test
    void oneJobIsTakenUnlessMoreAreAskedFor() {
        produce("t", "a", "b", "c", "d");
        assertThat(ids(wire.post("/v1/tubes/t/consume"))).containsExactly("a");
        assertThat(ids(wire.post("/v1/tubes/t/consume?max=2"))).containsExactly("b", "c");
        assertThat(ids(other.post("/v1/tubes/t/consume?max=1000"))).containsExactly("d");
        assertThat(wire.post("/v1/tubes/t/consume").text()).isEqualTo("{\"jobs\":[]}");
    }

    @Test
    void anUnknownTubeIsAnEmptyOne() {
        assertThat(wire.post("/v1/tubes/t/consume").is(200).text()).isEqualTo("{\"jobs\":[]}");
        wire.get("/v1/tubes/t").is(404);
    }

    @Test
    void aWaitThatIsOverIsAnEmptyAnswer() {
        assertThat(wire.post("/v1/tubes/t/consume?waitMs=50").is(200).text()).isEqualTo("{\"jobs\":[]}");
    }

    @Test
    void aParkedConsumerIsWokenByAProduceAtAnotherBroker() throws Exception {
        CompletableFuture<Answer> parked =
                CompletableFuture.supplyAsync(() -> wire.post("/v1/tubes/t/consume?waitMs=60000"));
        other.put("/v1/tubes/t/jobs/a", "x").is(201);
        assertThat(ids(parked.get())).containsExactly("a");
    }

    @Test
    void aParkedConsumerGetsAJobWhenItIsDue() {
        wire.put("/v1/tubes/t/jobs/a?delayMs=300", "x").is(201);
        JsonObject job = wire.post("/v1/tubes/t/consume?waitMs=60000").is(200).first("jobs");
        assertThat(job.getString("id")).isEqualTo("a");
        assertThat(job.getLong("delayMs")).isEqualTo(300);
    }

    @Test
    void severalTubesAreTakenFromInTheirOrder() {
        produce("a+b", "1");
        produce("c", "2", "3");
        produce("d", "4");
        assertThat(ids(wire.post("/v1/consume?tubes=d,a%2Bb,c&max=3"))).containsExactly("4", "1", "2");
        assertThat(ids(wire.post("/v1/consume?tubes=a%2Bb%2Cc%2Cd"))).containsExactly("3");
        assertThat(ids(wire.post("/v1/consume?tubes=c,d"))).isEmpty();
    }

    @Test
    void aConsumerOfSeveralTubesIsWokenByAnyOfThem() throws Exception {
        CompletableFuture<Answer> parked =
                CompletableFuture.supplyAsync(() -> wire.post("/v1/consume?tubes=a,b,c&waitMs=60000"));
        other.put("/v1/tubes/b/jobs/1", "x").is(201);
        assertThat(ids(parked.get())).containsExactly("1");
    }

    @Test
    void aPausedTubeHandsOutNothingUntilItIsResumed() throws Exception {
        produce("t", "a");
        wire.post("/v1/tubes/t/pause").is(200);
        assertThat(ids(wire.post("/v1/tubes/t/consume?waitMs=50"))).isEmpty();
        CompletableFuture<Answer> parked =
                CompletableFuture.supplyAsync(() -> wire.post("/v1/tubes/t/consume?waitMs=60000"));
        other.post("/v1/tubes/t/resume").is(200);
        assertThat(ids(parked.get())).containsExactly("a");
    }

    @Test
    void noeCountsEveryHandOut() {
        wire.put("/v1/tubes/t/jobs/a?ttrMs=1000", "x").is(201);
        JsonObject first = wire.post("/v1/tubes/t/consume").first("jobs");
        JsonObject second = wire.post("/v1/tubes/t/consume?waitMs=30000").first("jobs");
        assertThat(first.getInteger("attempt")).isEqualTo(1);
        assertThat(second.getInteger("attempt")).isEqualTo(2);
        assertThat(Long.parseLong(second.getString("lease"))).isGreaterThan(Long.parseLong(first.getString("lease")));
    }

    @Test
    void badValuesAreNamed() {
        produce("t", "a");
        String path = "/v1/tubes/t/consume?";
        wire.post(path + "max=0").isBadRequest("max: expected a whole number from 1 to 1000, got 0");
        wire.post(path + "max=1001").isBadRequest("max: expected a whole number from 1 to 1000, got 1001");
        wire.post(path + "max=4294967297").isBadRequest("max: expected a whole number from 1 to 1000");
        wire.post(path + "max=99999999999999999999").isBadRequest("max: expected a whole number");
        wire.post(path + "max=ten").isBadRequest("max: expected a whole number, got 'ten'");
        wire.post(path + "waitMs=-1").isBadRequest("waitMs: expected a whole number from 0 to 60000, got -1");
        wire.post(path + "waitMs=60001").isBadRequest("waitMs: expected a whole number from 0 to 60000");
        wire.post(path + "wait=5").isBadRequest("query: expected only max, waitMs, got 'wait'");
        wire.post(path + "max=1&max=2").isBadRequest("max: expected one value, got 2 of them");
        wire.post("/v1/tubes/-t/consume").isBadRequest("tube: expected");
        wire.post("/v1/tubes/t/consume", "{\"max\":10}").isBadRequest("body: expected none, got one");
        wire.post("/v1/consume").isBadRequest("tubes: expected a value, got none");
        wire.post("/v1/consume?tubes=").isBadRequest("tube: expected");
        wire.post("/v1/consume?tubes=t,").isBadRequest("tube: expected");
        wire.post("/v1/consume?tubes=t,,u").isBadRequest("tubes: tube: expected 1 to 200");
        wire.post("/v1/consume?tubes=t,t").isBadRequest("tubes: expected each tube once");
        wire.post("/v1/consume?tubes=t&tubes=u").isBadRequest("tubes: expected one value");
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("state")).isEqualTo("ready");
    }

    @Test
    void aHundredTubesAreTakenAndOneMoreIsRefused() {
        produce("t99", "a");
        assertThat(ids(wire.post("/v1/consume?tubes=" + tubes(100)))).containsExactly("a");
        wire.post("/v1/consume?tubes=" + tubes(101)).isBadRequest("tubes: expected 1 to 100 tubes, got 101");
    }

    private static String tubes(int count) {
        return IntStream.range(0, count).mapToObj(i -> "t" + i).collect(Collectors.joining(","));
    }

    @Test
    void theLongestWaitIsTaken() {
        CompletableFuture<Answer> parked =
                CompletableFuture.supplyAsync(() -> wire.post("/v1/tubes/t/consume?max=1000&waitMs=60000"));
        produce("t", "a");
        await().atMost(Duration.ofSeconds(30)).until(parked::isDone);
        assertThat(ids(parked.join())).containsExactly("a");
    }
}
