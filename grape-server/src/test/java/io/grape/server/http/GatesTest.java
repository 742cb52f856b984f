package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The calls for the gates of a tube. */
class GatesTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String GATES = TUBE + "/gates";
    private static final String HOLD_EU = "{\"match\":{\"label\":\"eu\"},\"mode\":\"hold\",\"reason\":\"incident 17\"}";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void produce(String id, String tags) {
        wire.put(TUBE + "/jobs/" + id + "?" + tags, "x").is(201);
    }

    private List<String> consumed() {
        return wire.post(TUBE + "/consume?max=10").is(200).list("jobs").stream()
                .map(job -> ((JsonObject) job).getString("id"))
                .toList();
    }

    private JsonObject only() {
        JsonArray gates = wire.get(GATES).is(200).list("gates");
        assertThat(gates).hasSize(1);
        return gates.getJsonObject(0);
    }

    @Test
    void aGateHoldsAndIsLifted() {
        produce("a", "labels=eu");
        produce("b", "labels=us");
        JsonObject put = wire.put(GATES + "/g", HOLD_EU).is(201).json();
        assertThat(put.getJsonObject("match").encode()).isEqualTo("{\"label\":\"eu\"}");
        assertThat(put.getString("mode")).isEqualTo("hold");
        assertThat(put.getString("state")).isEqualTo("active");
        assertThat(put.getString("reason")).isEqualTo("incident 17");
        assertThat(put.getString("since")).isNotNull();
        assertThat(put.getString("until")).isNull();
        assertThat(consumed()).containsExactly("b");
        assertThat(only().getInteger("held")).isEqualTo(1);
        assertThat(wire.get(TUBE).json().getJsonObject("counts").getInteger("gated"))
                .isEqualTo(1);
        assertThat(wire.get(TUBE + "/jobs?state=gated").list("jobs")).hasSize(1);
        assertThat(wire.get(TUBE + "/jobs/a").json().getString("state")).isEqualTo("gated");
        wire.put(GATES + "/g", HOLD_EU).is(200);
        wire.delete(GATES + "/g").is(204);
        assertThat(wire.get(GATES).list("gates")).isEmpty();
        assertThat(consumed()).containsExactly("a");
        wire.delete(GATES + "/g").is(404);
    }

    @Test
    void explainNamesTheGate() {
        produce("a", "labels=eu");
        wire.put(GATES + "/g", HOLD_EU).is(201);
        JsonObject why = wire.get(TUBE + "/jobs/a/explain").is(200).json();
        assertThat(why.getString("reason")).isEqualTo("GATED");
        assertThat(why.getString("gate")).isEqualTo("g");
        assertThat(why.getString("mode")).isEqualTo("hold");
        assertThat(why.containsKey("until")).isTrue();
        assertThat(why.getString("detail")).contains("gate 'g'").contains("incident 17");
    }

    @Test
    void whatWouldMatchIsCounted() {
        IntStream.range(0, 30).forEach(i -> produce("j" + i, i % 3 == 0 ? "labels=eu,x" : "labels=us"));
        JsonObject dry = wire.put(GATES + "/g?dryRun=true", HOLD_EU).is(200).json();
        assertThat(dry.getInteger("matching")).isEqualTo(10);
        assertThat(dry.getBoolean("exact")).isTrue();
        assertThat(dry.getJsonArray("sample")).hasSize(10);
        assertThat(wire.put(GATES + "/g?dryRun=true", "{\"match\":{\"all\":true},\"mode\":\"drop\"}")
                        .json()
                        .getInteger("matching"))
                .isEqualTo(30);
        assertThat(wire.put(GATES + "/g?dryRun=true", "{\"match\":{\"all\":true},\"mode\":\"refuse\"}")
                        .json()
                        .getInteger("matching"))
                .isZero();
        assertThat(wire.get(GATES).list("gates")).isEmpty();
    }

    @Test
    void aDryRunIsRefusedAsTheGateWouldBe() {
        produce("a", "labels=eu");
        String ofKey = "{\"match\":{\"key\":\"a\"},\"mode\":\"hold\"}";
        wire.put(GATES + "/g?dryRun=true", ofKey).isProblem(409, "WRONG_STATE", "has no keys");
        wire.put(
                        GATES + "/g?dryRun=true",
                        "{\"match\":{\"all\":true},\"mode\":\"hold\",\"until\":\"2020-01-01T00:00:00Z\"}")
                .isBadRequest("until");
        wire.put(GATES + "/pause?dryRun=true", HOLD_EU).isBadRequest("name");
        assertThat(consumed()).containsExactly("a");
    }

    @Test
    void theJobsOfAKeyThatWouldMatchAreCounted() {
        wire.put(TUBE, "{\"keys\":{}}").is(201);
        produce("a", "key=acme");
        produce("b", "key=globex");
        produce("c", "key=acme&delayMs=60000");
        String gate = "{\"match\":{\"key\":\"acme\"},\"mode\":\"drop\"}";
        assertThat(wire.put(GATES + "/g?dryRun=true", gate).json().getInteger("matching"))
                .isEqualTo(1);
        wire.put(GATES + "/g", gate).is(201);
        assertThat(consumed()).containsExactly("b");
        assertThat(only().getInteger("dropped")).isEqualTo(1);
        assertThat(wire.get(TUBE).json().getJsonObject("totals").getInteger("dropped"))
                .isEqualTo(1);
    }

    @Test
    void aRefusedProduceSaysWhenItMayBeRetried() {
        produce("live", "labels=eu");
        String refuse = "{\"match\":{\"label\":\"eu\"},\"mode\":\"refuse\",\"until\":\"%s\"}"
                .formatted(Instant.now().plusSeconds(3600));
        wire.put(GATES + "/g", refuse).is(201);
        Wire.Answer refused = wire.put(TUBE + "/jobs/new?labels=eu", "x").is(409);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(3500, 3601);
        assertThat(refused.json().getString("code")).isEqualTo("GATED");
        assertThat(refused.json().getString("detail")).contains("gate g of tube t refuses");
        wire.put(TUBE + "/jobs/live?labels=eu", "x").is(200);
        JsonArray results = wire.post(
                        TUBE + "/jobs",
                        "[{\"id\":\"n\",\"payload\":1,\"labels\":[\"eu\"]},{\"id\":\"o\",\"payload\":1}]")
                .is(200)
                .list("results");
        assertThat(results.getJsonObject(0).getJsonObject("error").getString("code"))
                .isEqualTo("GATED");
        assertThat(results.getJsonObject(1).getBoolean("created")).isTrue();
    }

    @Test
    void aPauseIsAGate() {
        wire.put(TUBE, "{}").is(201);
        wire.post(TUBE + "/pause?reason=fire").is(200);
        assertThat(only().getString("name")).isEqualTo("pause");
        assertThat(only().getString("reason")).isEqualTo("fire");
        wire.delete(GATES + "/pause").is(204);
        assertThat(wire.get(TUBE).json().getJsonObject("paused")).isNull();
        wire.put(GATES + "/pause", "{\"match\":{\"all\":true},\"mode\":\"hold\"}")
                .is(201);
        assertThat(wire.get(TUBE).json().getJsonObject("paused")).isNotNull();
        wire.post(TUBE + "/resume").is(200);
        assertThat(wire.get(GATES).list("gates")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'match':{'all':true}} | mode",
                "{'mode':'hold'} | match: expected an object with one of key, label and all",
                "{'match':{},'mode':'hold'} | match: expected an object with one of",
                "{'match':{'key':'a','label':'b'},'mode':'hold'} | match: expected an object with one of",
                "{'match':{'all':false},'mode':'hold'} | match.all: expected true",
                "{'match':{'all':1},'mode':'hold'} | match.all: expected true or false",
                "{'match':{'label':'EU'},'mode':'hold'} | match.label: expected",
                "{'match':{'key':'a b'},'mode':'hold'} | match.key: expected",
                "{'match':{'name':'a'},'mode':'hold'} | one of all, key, label",
                "{'match':'all','mode':'hold'} | match: expected an object",
                "{'match':{'all':true},'mode':'stop'} | mode: expected hold, drop, bury or refuse",
                "{'match':{'all':true},'mode':'hold','until':'2020-01-01T00:00:00Z'} | until: expected an instant after",
                "{'match':{'all':true},'mode':'hold','until':'soon'} | until",
                "{'match':{'all':true},'mode':'hold','forMs':5} | field: expected one of match, mode, reason, until",
            })
    void whatIsNotRightIsRefused(String body, String detail) {
        wire.put(TUBE, "{}").is(201);
        String problem =
                wire.put(GATES + "/g", body.replace('\'', '"')).is(400).json().getString("detail");
        assertThat(problem).contains(detail);
        assertThat(wire.get(GATES).list("gates")).isEmpty();
    }

    @Test
    void aLongReasonAndAWrongNameAreRefused() {
        wire.put(TUBE, "{}").is(201);
        String long200 = "{\"match\":{\"all\":true},\"mode\":\"refuse\",\"reason\":\"%s\"}";
        wire.put(GATES + "/g", long200.formatted("é".repeat(201))).isProblem(400, "BAD_REQUEST", "");
        wire.put(GATES + "/g", long200.formatted("é".repeat(200))).is(201);
        wire.put(GATES + "/" + "g".repeat(65), HOLD_EU).isProblem(400, "BAD_REQUEST", "");
        wire.put(GATES + "/a%2Fb", HOLD_EU).isProblem(400, "BAD_REQUEST", "");
        wire.put(GATES + "/k", "{\"match\":{\"key\":\"a\"},\"mode\":\"hold\"}").isProblem(409, "WRONG_STATE", "");
    }
}
