package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProduceManyTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private JsonArray produce(String body) {
        return wire.post("/v1/tubes/t/jobs", body).is(200).list("results");
    }

    @Test
    void anArrayIsAnsweredInItsOrder() {
        wire.put("/v1/tubes/t/jobs/b?delayMs=60000", "x").is(201);
        JsonArray results = produce("""
                [{"id":"a","payload":1},{"id":"b","payload":2},{"id":"c","payload":3,"delayMs":60000}]""");
        assertThat(results.stream().map(result -> ((JsonObject) result).remove("dueAt")))
                .hasSize(3)
                .allSatisfy(dueAt -> assertThat(Instant.parse((String) dueAt)).isAfter(Instant.EPOCH));
        assertThat(results.encode())
                .isEqualTo("[{\"id\":\"a\",\"created\":true,\"state\":\"ready\"},"
                        + "{\"id\":\"b\",\"created\":false,\"state\":\"delayed\"},"
                        + "{\"id\":\"c\",\"created\":true,\"state\":\"delayed\"}]");
    }

    @Test
    void aBadItemIsToldItsErrorAndItsNeighboursAreDone() {
        wire.put("/v1/tubes/t/jobs/live", "x").is(201);
        JsonArray results = produce("""
                [{"id":"a","payload":1},
                 {"id":"b","payload":1,"delayMs":-1},
                 {"id":"c\\nd","payload":1},
                 7,
                 {"id":"e","payload":1,"colour":"red"},
                 {"id":"live","payload":1,"onDuplicate":"reject"},
                 {"id":"g"},
                 {"payload":1,"id":5},
                 {"id":"z","payload":1}]""");
        assertThat(results.getJsonObject(0).getBoolean("created")).isTrue();
        assertError(results, 1, "b", "BAD_REQUEST", "item 1: delayMs: expected 0 or more, got -1");
        assertError(results, 2, "c\nd", "BAD_REQUEST", "item 2: id: expected");
        assertError(results, 3, null, "BAD_REQUEST", "item 3: body: expected an object, got a number");
        assertError(results, 4, "e", "BAD_REQUEST", "item 4: field: expected one of");
        assertError(results, 5, "live", "DUPLICATE", "job live is live already");
        assertError(results, 6, "g", "BAD_REQUEST", "item 6: payload: expected");
        assertError(results, 7, null, "BAD_REQUEST", "item 7: id: expected a string");
        assertThat(results.getJsonObject(8).getBoolean("created")).isTrue();
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("counts").getInteger("ready"))
                .isEqualTo(3);
    }

    @Test
    void anIdThatIsLongerThanAnyIsNotSaidAgain() {
        String longest = "x".repeat(200);
        JsonArray results = produce(
                "[{\"id\":\"" + longest + "\\n\",\"payload\":1},{\"id\":\"" + "x".repeat(401) + "\",\"payload\":1}]");
        assertError(results, 0, longest + "\n", "BAD_REQUEST", "item 0: id: expected");
        assertError(results, 1, null, "BAD_REQUEST", "item 1: id: expected");
    }

    private static void assertError(JsonArray results, int at, @Nullable String id, String code, String detail) {
        JsonObject result = results.getJsonObject(at);
        assertThat(result.fieldNames()).containsExactly("id", "error");
        assertThat(result.getString("id")).isEqualTo(id);
        JsonObject error = result.getJsonObject("error");
        assertThat(error.fieldNames()).containsExactly("code", "detail");
        assertThat(error.getString("code")).isEqualTo(code);
        assertThat(error.getString("detail")).startsWith(detail);
    }

    @Test
    void anEmptyArrayIsAnEmptyAnswerAndMakesNoTube() {
        assertThat(wire.post("/v1/tubes/t/jobs", "[]").is(200).text()).isEqualTo("{\"results\":[]}");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t");
    }

    @Test
    void itemsWithoutAnIdGetOneEach() {
        JsonArray results = produce("[{\"payload\":1},{\"payload\":2}]");
        String first = results.getJsonObject(0).getString("id");
        assertThat(first)
                .matches("[A-Za-z0-9]{20}")
                .isNotEqualTo(results.getJsonObject(1).getString("id"));
        wire.get("/v1/tubes/t/jobs/" + first).is(200);
    }

    @Test
    void anIdThatIsThereTwiceIsOneJob() {
        JsonArray results = produce("[{\"id\":\"a\",\"payload\":1},{\"id\":\"a\",\"payload\":2}]");
        assertThat(results.getJsonObject(0).getBoolean("created")).isTrue();
        assertThat(results.getJsonObject(1).getBoolean("created")).isFalse();
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").text()).isEqualTo("1");
    }

    @Test
    void aThousandItemsAreTakenAndOneMoreIsRefused() {
        assertThat(produce(items(1000))).hasSize(1000);
        wire.post("/v1/tubes/u/jobs", items(1001)).isBadRequest("body: expected at most 1000 items, got more");
        wire.get("/v1/tubes/u").isProblem(404, "TUBE_NOT_FOUND", "tube u");
    }

    private static String items(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"id\":\"" + i + "\",\"payload\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void whatIsNotJsonIsRefusedAsAWhole() {
        wire.post("/v1/tubes/t/jobs", "[{\"id\":\"a\",\"payload\":1},{\"id\":\"b\",]")
                .isBadRequest("body: expected JSON");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t");
    }

    @Test
    void aBadTubeNameIsRefusedEvenWithNothingToProduce() {
        wire.post("/v1/tubes/-t/jobs", "[]").isBadRequest("tube: expected");
    }
}
