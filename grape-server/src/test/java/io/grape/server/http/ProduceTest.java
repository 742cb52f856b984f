package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProduceTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private JsonObject job(String id) {
        return wire.get("/v1/tubes/t/jobs/" + id).is(200).json();
    }

    @Test
    void putProducesOneJobThatIsReadyAtOnce() {
        JsonObject made = wire.put("/v1/tubes/t/jobs/a", "hello").is(201).json();
        assertThat(made.fieldNames()).containsExactly("id", "tube", "state", "created", "dueAt");
        assertThat(made.getString("id")).isEqualTo("a");
        assertThat(made.getString("tube")).isEqualTo("t");
        assertThat(made.getString("state")).isEqualTo("ready");
        assertThat(made.getBoolean("created")).isTrue();
        assertThat(Instant.parse(made.getString("dueAt")))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }

    @Test
    void putKeepsEveryParameter() {
        wire.put("/v1/tubes/t/jobs/a?delayMs=60000&ttrMs=5000&priority=7&maxAttempts=3&onDuplicate=reject", "x")
                .is(201);
        JsonObject job = job("a");
        assertThat(job.getString("state")).isEqualTo("delayed");
        assertThat(job.getLong("delayMs")).isEqualTo(60_000);
        assertThat(job.getLong("ttrMs")).isEqualTo(5_000);
        assertThat(job.getLong("priority")).isEqualTo(7);
        assertThat(job.getInteger("maxAttempts")).isEqualTo(3);
    }

    @Test
    void aJobThatTooFewReplicasHaveIsStoredAndAnswered503WithItsId() {
        Answer missed = wire.put("/v1/tubes/t/jobs/a?ack=replica:1", "x").is(503);
        assertThat(missed.json().getString("code")).isEqualTo("STORE_UNAVAILABLE");
        assertThat(missed.json().getString("detail")).startsWith("job a is stored, not confirmed");
        assertThat(missed.header("Retry-After")).isNotNull();
        assertThat(job("a").getString("state")).isEqualTo("ready");
        assertThat(wire.put("/v1/tubes/t/jobs/a?ack=disk", "x").is(200).json().getBoolean("created"))
                .isFalse();
        wire.put("/v1/tubes/t/jobs/b?ack=memory", "x").is(201);
        wire.put("/v1/tubes/t/jobs/c?ack=replicas", "x")
                .isBadRequest("ack: expected memory, disk or replica:1 to replica:9, got 'replicas'");
    }

    @Test
    void theLevelOfACallHoldsForAllItsJobs() {
        JsonObject some = wire.post(
                        "/v1/tubes/t/jobs?ack=replica:1", "[{\"id\":\"a\",\"payload\":1},{\"id\":\"b\",\"payload\":1}]")
                .is(200)
                .json();
        assertThat(some.getJsonArray("results").stream()
                        .map(result ->
                                ((JsonObject) result).getJsonObject("error").getString("code")))
                .containsExactly("STORE_UNAVAILABLE", "STORE_UNAVAILABLE");
        wire.post("/v1/tubes/t/jobs?ack=disk", "{\"payload\":1}").is(201);
        wire.post("/v1/tubes/t/jobs", "{\"payload\":1,\"ack\":\"disk\"}").isBadRequest("ack");
    }

    @Test
    void aJobHasTheTubesDefaultsWhereItSaysNothing() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        JsonObject job = job("a");
        assertThat(job.getLong("delayMs")).isZero();
        assertThat(job.getLong("ttrMs")).isEqualTo(60_000);
        assertThat(job.getLong("priority")).isEqualTo(1024);
        assertThat(job.getInteger("maxAttempts")).isEqualTo(20);
    }

    @Test
    void anInstantWhosePlusBecameASpaceIsToldHowToWriteIt() {
        wire.put("/v1/tubes/t/jobs/a?dueAt=2100-01-02T03:04:05+02:00", "x")
                .isBadRequest("a plus in a query is written %2B");
    }

    @Test
    void dueAtIsTakenWithAnyOffsetAndAnsweredInUtc() {
        Answer made = wire.put("/v1/tubes/t/jobs/a?dueAt=2100-01-02T03:04:05.250%2B02:00", "x");
        assertThat(made.is(201).json().getString("dueAt")).isEqualTo("2100-01-02T01:04:05.250Z");
        assertThat(wire.put("/v1/tubes/t/jobs/b?dueAt=2100-01-02t03:04:05z", "x")
                        .json()
                        .getString("dueAt"))
                .isEqualTo("2100-01-02T03:04:05.000Z");
    }

    @Test
    void aDueTimeBetweenTwoMillisecondsIsRoundedUp() {
        assertThat(wire.put("/v1/tubes/t/jobs/a?dueAt=2100-01-01T00:00:00.000000001Z", "x")
                        .json()
                        .getString("dueAt"))
                .isEqualTo("2100-01-01T00:00:00.001Z");
    }

    @Test
    void anIdThatIsLiveIsKeptUnlessToldOtherwise() {
        String path = "/v1/tubes/t/jobs/a?delayMs=60000";
        String due = wire.put(path, "one").is(201).json().getString("dueAt");
        JsonObject again = wire.put(path + "&onDuplicate=keep", "two").is(200).json();
        assertThat(again.getBoolean("created")).isFalse();
        assertThat(again.getString("dueAt")).isEqualTo(due);
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").text()).isEqualTo("one");
    }

    @Test
    void replaceGivesALiveJobNewContent() {
        wire.put("/v1/tubes/t/jobs/a?delayMs=60000", "one").is(201);
        JsonObject replaced = wire.put("/v1/tubes/t/jobs/a?onDuplicate=replace", "two")
                .is(200)
                .json();
        assertThat(replaced.getBoolean("created")).isFalse();
        assertThat(replaced.getString("state")).isEqualTo("ready");
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").text()).isEqualTo("two");
    }

    @Test
    void rejectRefusesALiveId() {
        wire.put("/v1/tubes/t/jobs/a", "one").is(201);
        wire.put("/v1/tubes/t/jobs/a?onDuplicate=reject", "two").isProblem(409, "DUPLICATE", "job a is live already");
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").text()).isEqualTo("one");
    }

    @Test
    void aRetainedJobIsNotReplacedAndHasNoDueTime() {
        wire.put("/v1/tubes/t/jobs/a", "one").is(201);
        wire.post("/v1/tubes/t/consume").is(200);
        wire.put("/v1/tubes/t/jobs/a?onDuplicate=replace", "two").isProblem(409, "WRONG_STATE", "job a is retained");
        JsonObject kept = wire.put("/v1/tubes/t/jobs/a", "two").is(200).json();
        assertThat(kept.getString("state")).isEqualTo("retained");
        assertThat(kept.getValue("dueAt")).isNull();
        assertThat(kept.containsKey("dueAt")).isTrue();
    }

    @Test
    void badValuesOfAPutAreNamed() {
        String path = "/v1/tubes/t/jobs/a?";
        wire.put(path + "delayMs=x", "").isBadRequest("delayMs: expected a whole number, got 'x'");
        wire.put(path + "delayMs=", "").isBadRequest("delayMs: expected a whole number, got ''");
        wire.put(path + "delayMs", "").isBadRequest("delayMs: expected a whole number, got ''");
        wire.put(path + "delayMs=1.0", "").isBadRequest("delayMs: expected a whole number, got '1.0'");
        wire.put(path + "delayMs=0x10", "").isBadRequest("delayMs: expected a whole number");
        wire.put(path + "delayMs=007", "").isBadRequest("delayMs: expected a whole number");
        wire.put(path + "delayMs=-1", "").isBadRequest("delayMs: expected 0 or more, got -1");
        wire.put(path + "delayMs=1&delayMs=1", "").isBadRequest("delayMs: expected one value, got 2 of them");
        wire.put(path + "delayMs=1&dueAt=2100-01-01T00:00:00Z", "")
                .isBadRequest("delayMs, dueAt: expected at most one");
        wire.put(path + "dueAt=tomorrow", "").isBadRequest("dueAt: expected an instant like");
        wire.put(path + "dueAt=2100-01-01T00:00:00", "").isBadRequest("dueAt: expected an instant");
        wire.put(path + "dueAt=2100-02-30T00:00:00Z", "").isBadRequest("dueAt: expected an instant");
        wire.put(path + "dueAt=2100-01-01T00:00Z", "").isBadRequest("dueAt: expected an instant");
        wire.put(path + "dueAt=2100-01-01T00:00:00+02:00", "").isBadRequest("dueAt: expected an instant");
        wire.put(path + "dueAt=1969-12-31T23:59:59Z", "").isBadRequest("dueAt: expected 1970");
        wire.put(path + "ttrMs=999", "").isBadRequest("ttrMs: expected 1000 or more, got 999");
        wire.put(path + "priority=-1", "").isBadRequest("priority: expected");
        wire.put(path + "maxAttempts=-1", "").isBadRequest("maxAttempts: expected");
        wire.put(path + "onDuplicate=Keep", "").isBadRequest("onDuplicate: expected keep, replace, reject or debounce");
        wire.put(path + "ttr=5", "")
                .isBadRequest(
                        "query: expected only ack, debounceMaxMs, dedupWindowMs, delayMs, dueAt, expiresAfterMs, expiresAt, key, labels");
        wire.put("/v1/tubes/-t/jobs/a", "").isBadRequest("tube: expected");
        wire.put("/v1/tubes/t/jobs/a%0Ab", "").isBadRequest("id: expected");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t");
    }

    @Test
    void aPostedObjectWithoutAnIdGetsOneAndIsFoundAtItsLocation() {
        Answer made = wire.post("/v1/tubes/a%2Fb/jobs", "{\"payload\":{\"n\":1}}");
        String id = made.is(201).json().getString("id");
        assertThat(id).matches("[A-Za-z0-9]{20}");
        assertThat(made.header("Location")).isEqualTo("/v1/tubes/a%2Fb/jobs/" + id);
        assertThat(wire.get(made.header("Location")).is(200).json().getString("tube"))
                .isEqualTo("a/b");
    }

    @Test
    void aPostedObjectKeepsEveryField() {
        wire.post("/v1/tubes/t/jobs", """
                        {"id":"a","payloadBase64":"AAH/","contentType":"image/png","delayMs":60000,"ttrMs":5000,
                         "priority":7,"maxAttempts":3,"onDuplicate":"reject"}""").is(201);
        JsonObject job = job("a");
        assertThat(job.getString("payloadBase64")).isEqualTo("AAH/");
        assertThat(job.getString("contentType")).isEqualTo("image/png");
        assertThat(job.getString("state")).isEqualTo("delayed");
        assertThat(job.getLong("ttrMs")).isEqualTo(5_000);
        assertThat(job.getLong("priority")).isEqualTo(7);
        assertThat(job.getInteger("maxAttempts")).isEqualTo(3);
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1,\"onDuplicate\":\"reject\"}")
                .isProblem(409, "DUPLICATE", "job a");
    }

    @Test
    void aPostedObjectWhoseIdIsLiveHasNoLocation() {
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1}").is(201);
        Answer again = wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1}");
        assertThat(again.is(200).header("Location")).isEmpty();
    }

    @Test
    void aPostedObjectMayBeDueAtAnInstant() {
        Instant due = Instant.now().plus(Duration.ofHours(1)).truncatedTo(java.time.temporal.ChronoUnit.SECONDS);
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\",\"payload\":1,\"dueAt\":\"" + due + "\"}")
                .is(201);
        assertThat(Instant.parse(job("a").getString("dueAt"))).isEqualTo(due);
    }

    @Test
    void badFieldsOfAPostedObjectAreNamed() {
        String path = "/v1/tubes/t/jobs";
        wire.post(path).isBadRequest("body: expected JSON, got nothing");
        wire.post(path, "{").isBadRequest("body: expected JSON");
        wire.post(path, "{} {}").isBadRequest("body: expected one JSON value, got more behind it");
        wire.post(path, "5").isBadRequest("body: expected an object or an array of them, got a number");
        wire.post(path, "{}").isBadRequest("payload: expected it or payloadBase64, got neither");
        wire.post(path, "{\"payload\":1,\"payloadBase64\":\"AA==\"}")
                .isBadRequest("payload, payloadBase64: expected one");
        wire.post(path, "{\"payload\":1,\"delay\":5}")
                .isBadRequest("field: expected one of contentType, debounceMaxMs, dedupWindowMs, delayMs");
        wire.post(path, "{\"payload\":1,\"delay\":5}").isBadRequest("got 'delay'");
        wire.post(path, "{\"payload\":1,\"payload\":2}").isBadRequest("payload: expected it once, got it twice");
        wire.post(path, "{\"payload\":1,\"p\\u0061yload\":2}").isBadRequest("payload: expected it once");
        wire.post(path, "{\"payload\":1,\"delayMs\":\"5\"}").isBadRequest("delayMs: expected a whole number, got '5'");
        wire.post(path, "{\"payload\":1,\"delayMs\":5.0}").isBadRequest("delayMs: expected a whole number, got 5.0");
        wire.post(path, "{\"payload\":1,\"delayMs\":null}").isBadRequest("delayMs: expected a whole number, got null");
        wire.post(path, "{\"payload\":1,\"delayMs\":[5]}")
                .isBadRequest("delayMs: expected a whole number, got an array");
        wire.post(path, "{\"payload\":1,\"delayMs\":1,\"dueAt\":\"2100-01-01T00:00:00Z\"}")
                .isBadRequest("delayMs, dueAt: expected at most one");
        wire.post(path, "{\"payload\":1,\"dueAt\":5}").isBadRequest("dueAt: expected a string, got 5");
        wire.post(path, "{\"payload\":1,\"id\":5}").isBadRequest("id: expected a string, got 5");
        wire.post(path, "{\"payload\":1,\"id\":\"\"}").isBadRequest("id: expected 1 to 200");
        wire.post(path, "{\"payload\":1,\"id\":\"a\\u000ab\"}").isBadRequest("id: expected 1 to 200");
        for (String bad :
                List.of("*", "_-8=", "AA", "AB", "AB==", "AAB=", "A", "AA=", "AA==AA==", " AA==", "AA==\\n")) {
            wire.post(path, "{\"payloadBase64\":\"" + bad + "\"}")
                    .isBadRequest("payloadBase64: expected standard Base64 with padding and no bits left over, got '");
        }
        wire.post(path, "{\"payload\":1,\"contentType\":\"text/plain\"}")
                .isBadRequest("contentType: expected a JSON type");
        wire.post(path, "{\"payload\":1,\"contentType\":\"\"}").isBadRequest("contentType: expected 1 to 200");
        wire.post(path, "{\"payloadBase64\":\"eA==\",\"contentType\":\"application/json\"}")
                .isBadRequest("payload: expected JSON");
        wire.post(path + "?delayMs=5", "{\"payload\":1}").isBadRequest("query: expected only ack, got 'delayMs'");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t");
    }
}
