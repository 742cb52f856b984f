package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The calls for the keys of a tube, and the rest of a key at a release. */
class KeysTest {
    private static final String KEYS = "/v1/tubes/t/keys";
    private static final String ACME = KEYS + "/acme";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void keyed(String keys) {
        wire.put("/v1/tubes/t", "{\"keys\":" + keys + "}");
    }

    private void produce(String id, String key) {
        wire.put("/v1/tubes/t/jobs/" + id + "?key=" + key, "x").is(201);
    }

    private List<String> listed(String query) {
        return wire.get(KEYS + query).is(200).list("keys").stream()
                .map(key -> ((JsonObject) key).getString("key"))
                .toList();
    }

    @Test
    void anOverrideIsShownWithTheValuesInEffect() {
        keyed("{\"concurrency\":5,\"perSecond\":2.5,\"maxJobs\":100}");
        String usual = "\"concurrency\":5,\"perSecond\":2.5,\"burst\":1,\"maxJobs\":100,\"paused\":false,"
                + "\"overridden\":false,\"waiting\":0,\"held\":0}";
        assertThat(wire.get(ACME).is(200).text()).isEqualTo("{\"key\":\"acme\",\"weight\":1," + usual);
        String put = wire.put(ACME, "{\"weight\":2,\"concurrency\":1,\"paused\":true}")
                .is(201)
                .text();
        assertThat(put)
                .isEqualTo("{\"key\":\"acme\",\"weight\":2,\"concurrency\":1,\"perSecond\":2.5,\"burst\":1,"
                        + "\"maxJobs\":100,\"paused\":true,\"overridden\":true,\"waiting\":0,\"held\":0}");
        assertThat(wire.get(ACME).is(200).text()).isEqualTo(put);
        wire.put(ACME, "{\"weight\":0.5}").is(200);
        JsonObject replaced = wire.get(ACME).json();
        assertThat(replaced.getDouble("weight")).isEqualTo(0.5);
        assertThat(replaced.getInteger("concurrency")).isEqualTo(5);
        assertThat(replaced.getBoolean("paused")).isFalse();
        wire.delete(ACME).is(204);
        wire.delete(ACME).is(204);
        assertThat(wire.get(ACME).text()).isEqualTo("{\"key\":\"acme\",\"weight\":1," + usual);
    }

    @Test
    void aKeyTellsOfItsJobs() {
        keyed("{}");
        produce("a", "acme");
        produce("b", "acme");
        wire.post("/v1/tubes/t/consume").is(200);
        JsonObject key = wire.get(ACME).is(200).json();
        assertThat(key.getInteger("waiting")).isEqualTo(1);
        assertThat(key.getInteger("held")).isEqualTo(1);
        assertThat(key.getLong("oldestReadyMs")).isNotNegative();
        assertThat(key.getBoolean("overridden")).isFalse();
    }

    @Test
    void keysAreListedByBacklogAgeAndUsePageByPage() {
        keyed("{}");
        produce("a1", "a");
        produce("b1", "b");
        produce("b2", "b");
        produce("c1", "c");
        produce("c2", "c");
        produce("c3", "c");
        assertThat(listed("")).containsExactly("c", "b", "a");
        assertThat(listed("?sort=backlog")).containsExactly("c", "b", "a");
        assertThat(listed("?sort=age")).containsExactlyInAnyOrder("a", "b", "c");
        wire.post("/v1/tubes/t/jobs/a1/consume").is(200);
        assertThat(listed("?sort=use")).startsWith("a");
        JsonObject first = wire.get(KEYS + "?limit=2").is(200).json();
        assertThat(first.getJsonArray("keys")).hasSize(2);
        String next = first.getString("next");
        JsonObject last = wire.get(KEYS + "?limit=2&cursor=" + next).is(200).json();
        assertThat(last.getJsonArray("keys")).hasSize(1);
        assertThat(last.containsKey("next")).isTrue();
        assertThat(last.getString("next")).isNull();
    }

    @Test
    void aProduceNamesTheWeightOfItsKey() {
        keyed("{}");
        wire.put("/v1/tubes/t/jobs/a?key=acme&weight=2.5", "x").is(201);
        JsonObject key = wire.get(ACME).is(200).json();
        assertThat(key.getDouble("weight")).isEqualTo(2.5);
        assertThat(key.getDouble("producedWeight")).isEqualTo(2.5);
        assertThat(key.getBoolean("overridden")).isFalse();
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"b\",\"payload\":1,\"key\":\"acme\",\"weight\":3}")
                .is(201);
        wire.put(ACME, "{\"weight\":7}").is(201);
        JsonObject listed = wire.get(KEYS).is(200).first("keys");
        assertThat(listed.getInteger("weight")).isEqualTo(7);
        assertThat(listed.getInteger("producedWeight")).isEqualTo(3);
        wire.delete("/v1/tubes/t/jobs/a").is(204);
        wire.delete("/v1/tubes/t/jobs/b").is(204);
        assertThat(wire.get(ACME).json().containsKey("producedWeight")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.001", "1000.1", "-1", "x", "", "NaN", "1,5", "1e400"})
    void aWeightOutOfBoundsIsRefused(String weight) {
        keyed("{}");
        wire.put("/v1/tubes/t/jobs/a?key=acme&weight=" + weight, "x").isBadRequest("weight: expected a number");
        wire.put("/v1/tubes/t/jobs/a?weight=2", "x").isBadRequest("weight: expected it with key, got it alone");
        wire.post("/v1/tubes/t/jobs", "{\"payload\":1,\"key\":\"acme\",\"weight\":\"2\"}")
                .isBadRequest("weight: expected a number");
    }

    @Test
    void aPausedKeyWaitsWhileOthersGoOn() {
        keyed("{}");
        wire.put(ACME, "{\"paused\":true}").is(201);
        produce("a", "acme");
        produce("b", "other");
        assertThat(wire.post("/v1/tubes/t/consume?max=9").list("jobs")).hasSize(1);
        wire.put(ACME, "{}").is(200);
        assertThat(wire.post("/v1/tubes/t/consume?max=9").first("jobs").getString("id"))
                .isEqualTo("a");
    }

    @Test
    void aFullKeyTakesNoMoreJobs() {
        keyed("{\"maxJobs\":1}");
        produce("a", "acme");
        wire.put("/v1/tubes/t/jobs/b?key=acme", "x").isProblem(429, "TUBE_FULL", "acme");
        produce("b", "other");
        wire.put("/v1/tubes/t/jobs/a?key=acme", "x").is(200);
    }

    @Test
    void aTubeWithoutKeysHasNoOverrides() {
        wire.put("/v1/tubes/t", "{}").is(201);
        wire.put(ACME, "{}").isProblem(409, "WRONG_STATE", "");
        wire.delete(ACME).is(204);
        assertThat(wire.get(ACME).is(200).json().getBoolean("overridden")).isFalse();
        assertThat(listed("")).isEmpty();
    }

    @Test
    void anUnknownTubeHasNoKeys() {
        wire.get(KEYS).isProblem(404, "TUBE_NOT_FOUND", "t");
        wire.get(ACME).isProblem(404, "TUBE_NOT_FOUND", "t");
        wire.put(ACME, "{}").isProblem(404, "TUBE_NOT_FOUND", "t");
        wire.delete(ACME).isProblem(404, "TUBE_NOT_FOUND", "t");
    }

    @Test
    void changesOfKeysAreAudited() {
        keyed("{}");
        wire.put(ACME, "{\"weight\":2}").is(201);
        wire.delete(ACME).is(204);
        wire.get(ACME).is(200);
        assertThat(wire.get("/v1/audit?tube=t&limit=2").is(200).list("entries").stream()
                        .map(JsonObject.class::cast)
                        .map(said -> said.getString("action") + " " + said.getString("target") + " "
                                + said.getString("detail")))
                .containsExactly("key.delete acme null", "key.put acme {\"weight\":2}");
    }

    @Test
    void aReleaseMayLetTheKeyRest() {
        keyed("{}");
        produce("a", "acme");
        JsonObject first = wire.post("/v1/tubes/t/consume").first("jobs");
        wire.post("/v1/tubes/t/jobs/a/release?lease=" + first.getString("lease") + "&pauseKeyMs=60000")
                .is(200);
        produce("b", "acme");
        produce("c", "other");
        assertThat(wire.post("/v1/tubes/t/consume?max=9").first("jobs").getString("id"))
                .isEqualTo("c");
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getInteger("attempt")).isZero();
    }

    @Test
    void aBatchOfAcknowledgementsMayLetTheKeyRest() {
        keyed("{}");
        produce("a", "acme");
        String lease = wire.post("/v1/tubes/t/consume").first("jobs").getString("lease");
        JsonObject done = wire.post(
                        "/v1/tubes/t/acks",
                        "[{\"id\":\"a\",\"lease\":\"" + lease + "\",\"op\":\"release\",\"pauseKeyMs\":60000}]")
                .first("results");
        assertThat(done.getString("state")).isEqualTo("ready");
        assertThat(wire.post("/v1/tubes/t/consume").list("jobs")).isEmpty();
    }

    @Test
    void onlyAReleasePausesTheKey() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        String jobs = "/v1/tubes/t/jobs/a/";
        wire.post(jobs + "handback?lease=1&pauseKeyMs=5").isBadRequest("query: expected only delayMs, lease, got");
        wire.post(jobs + "release?lease=1&pauseKeyMs=0")
                .isBadRequest("pauseKeyMs: expected a whole number from 1 to 4294967295000, got 0");
        JsonObject error = wire.post(
                        "/v1/tubes/t/acks", "[{\"id\":\"a\",\"lease\":\"1\",\"op\":\"bury\",\"pauseKeyMs\":5}]")
                .first("results")
                .getJsonObject("error");
        assertThat(error.getString("detail")).isEqualTo("item 0: pauseKeyMs: expected none with bury, got one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                      | body: expected an object, got an array",
                "{\"fair\":true}         | field: expected one of burst, concurrency, maxJobs, paused, perSecond, weight, got 'fair'",
                "{\"weight\":1,\"weight\":1} | weight: expected it once, got it twice",
                "{\"weight\":0}          | weight: expected a number from 0.01 to 1000, got 0.0",
                "{\"weight\":-1}         | weight: expected a number from 0.01 to 1000, got -1.0",
                "{\"weight\":1000.5}     | weight: expected a number from 0.01 to 1000, got 1000.5",
                "{\"weight\":\"2\"}      | weight: expected a number, got '2'",
                "{\"concurrency\":0}     | concurrency: expected a whole number from 1 to 1000000, got 0",
                "{\"perSecond\":-1}      | perSecond: expected a number from 0.00001 to 1000000, got -1.0",
                "{\"burst\":2}           | burst: expected it with perSecond, got it alone",
                "{\"perSecond\":1,\"burst\":0} | burst: expected a whole number from 1 to 1000000, got 0",
                "{\"maxJobs\":0}         | maxJobs: expected a whole number from 1 to 1000000000000000, got 0",
                "{\"paused\":1}          | paused: expected true or false, got 1"
            })
    void wrongOverridesAreRefused(String body, String detail) {
        keyed("{}");
        wire.put(ACME, body).isBadRequest(detail);
        assertThat(wire.get(ACME).json().getBoolean("overridden")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "a%2Fb", "%C3%A9", "a,b"})
    void wrongKeysAreRefused(String key) {
        keyed("{}");
        wire.get(KEYS + "/" + key).isBadRequest("key: expected 1 to 128 of A-Z a-z 0-9 . _ : ~ -");
        wire.put(KEYS + "/" + key, "{}").isBadRequest("key: expected 1 to 128 of");
        wire.delete(KEYS + "/" + key).isBadRequest("key: expected 1 to 128 of");
    }

    @Test
    void wrongPagesAreRefused() {
        keyed("{}");
        wire.get(KEYS + "?sort=weight").isBadRequest("sort: expected backlog, age or use, got 'weight'");
        wire.get(KEYS + "?limit=1001").isBadRequest("limit: expected a whole number from 1 to 1000, got 1001");
        wire.get(KEYS + "?cursor=x").isBadRequest("cursor");
        wire.get(KEYS + "?state=ready").isBadRequest("query: expected only cursor, limit, sort");
    }
}
