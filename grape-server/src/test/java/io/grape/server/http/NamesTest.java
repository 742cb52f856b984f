package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names on their way through paths and queries. */
class NamesTest {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }

    private static String escaped(String text) {
        StringBuilder all = new StringBuilder();
        for (byte b : text.getBytes(UTF_8)) {
            all.append(String.format(Locale.ROOT, "%%%02x", b));
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LETTERS + "+/;.$_()-",
                "+",
                "/",
                ";",
                "...",
                ".a",
                "$",
                "_",
                "()",
                "a-",
                "a/../b",
                "//",
                "a/",
                "/a",
                "a;b;c",
                "a+b",
                "jobs",
                "consume",
                "payload"
            })
    void aTubeOfAnyAllowedNameIsReachedByIt(String name) {
        String tube = "/v1/tubes/" + encoded(name);
        wire.put(tube + "/jobs/a", "x").is(201);
        assertThat(wire.get(tube).is(200).json().getString("name")).isEqualTo(name);
        assertThat(wire.get("/v1/tubes/" + escaped(name)).is(200).json().getString("name"))
                .isEqualTo(name);
        assertThat(wire.get("/v1/tubes").first("tubes").getString("name")).isEqualTo(name);
        assertThat(wire.post("/v1/consume?tubes=" + encoded(name)).first("jobs").getString("tube"))
                .isEqualTo(name);
        wire.delete(tube + "?confirm=" + encoded(name)).is(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", "+", "()", "a.b", "a;b"})
    void whatAPathMayHoldNeedNoEscape(String name) {
        wire.put("/v1/tubes/" + name, "").is(201);
        assertThat(wire.get("/v1/tubes/" + escaped(name)).is(200).json().getString("name"))
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LETTERS + "._:~-",
                "...",
                ".a",
                ":",
                "~",
                "-",
                "-1",
                "kick",
                "payload",
                "a/b",
                "/",
                "a//b",
                "../x",
                "a b",
                " ",
                "a+b",
                "a,b",
                "ä",
                "a\u0308",
                "a%",
                "%2F",
                "%252F",
                "a?b=c&d",
                "#",
                "a;b",
                "\"'\\",
                "a{b}",
                "}:j:x",
                "a*",
                "a@b.com",
                "订单1",
                "\uD83C\uDF47",
                "\u2028",
                "\uFFFD",
                "\uFEFF",
                "\u202Eabc",
                "<script>",
                "\u00A0"
            })
    void aJobOfAnyAllowedIdIsReachedByIt(String id) {
        wire.put("/v1/tubes/t/jobs/" + segment(id), "x").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/" + escaped(id)).is(200).json().getString("id"))
                .isEqualTo(id);
        assertThat(wire.get("/v1/find?id=" + encoded(id)).first("jobs").getString("id"))
                .isEqualTo(id);
        wire.delete("/v1/tubes/t/jobs/" + segment(id)).is(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void aStepInAPathIsNoNameForAnythingNewButWhatIsThereIsReached(String step) {
        String tube = "/v1/tubes/" + dotsEscaped(step);
        String job = tube + "/jobs/" + dotsEscaped(step);
        wire.put(tube, "").isBadRequest("tube: expected anything but . and ..");
        wire.put(tube + "/jobs/a", "x").isBadRequest("tube: expected anything but . and ..");
        wire.post(tube + "/jobs", "[{\"payload\":1}]").isBadRequest("tube: expected anything but . and ..");
        wire.put("/v1/tubes/t/jobs/" + dotsEscaped(step), "x").isBadRequest("id: expected anything but . and ..");
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"" + step + "\",\"payload\":1}")
                .isBadRequest("id: expected anything but . and ..");
        wire.get("/v1/tubes/t").is(404);

        storeAsAnEarlierRelease(step);
        assertThat(wire.get(job).is(200).json().getString("id")).isEqualTo(step);
        wire.delete(job).is(204);
        wire.delete(tube).is(204);
    }

    /** One that took such an id by the API of Grape 1.3. */
    private void storeAsAnEarlierRelease(String step) {
        NewJob job = NewJob.of(new JobId("x"), Payload.binary(new byte[] {1}));
        try (RedisStore store = TestRedis.open(TestRedis.uri(), server.namespace());
                RawRedis redis = RawRedis.to(TestRedis.uri())) {
            store.broker()
                    .produce(new TubeName(step), List.of(job))
                    .toCompletableFuture()
                    .join();
            String keys = server.namespace() + ":{" + step + "}:";
            redis.commands().rename(keys + "j:x", keys + "j:" + step);
            redis.commands().zadd(keys + "delay", redis.commands().zscore(keys + "delay", "x"), step);
            redis.commands().zrem(keys + "delay", "x");
        }
    }

    private static String dotsEscaped(String step) {
        return step.replace(".", "%2E");
    }

    @Test
    void namesOfTwoHundredCharactersAreTakenAndOneMoreIsRefused() {
        String most = "/".repeat(200);
        wire.put("/v1/tubes/" + encoded(most) + "/jobs/" + escaped("~".repeat(200)), "x")
                .is(201);
        wire.put("/v1/tubes/" + encoded(most + "/"), "").isBadRequest("tube: expected 1 to 200");
        wire.put("/v1/tubes/" + encoded(most) + "/jobs/" + "~".repeat(201), "x").isBadRequest("id: expected 1 to 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a b", "ä", "a%", "a:b", "a{b}", "a*", "a?", "a\u0000", "a\n"})
    void anyOtherTubeNameIsRefused(String name) {
        assertThat(wire.put("/v1/tubes/" + encoded(name).replace("+", "%20"), "")
                        .json()
                        .getString("code"))
                .isEqualTo("BAD_REQUEST");
        wire.post("/v1/consume?tubes=" + encoded(name)).isBadRequest("tube: expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000", "a\n", "\u007f", "\u0085", "\u009f"})
    void anyOtherIdIsRefused(String id) {
        wire.put("/v1/tubes/t/jobs/" + segment(id), "x").isBadRequest("id: expected 1 to 200");
        wire.post(
                        "/v1/tubes/t/jobs",
                        new JsonObject().put("id", id).put("payload", 1).encode())
                .isBadRequest("id: expected 1 to 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ff", "%c0%af", "%ed%a0%80", "%", "%4", "%zz"})
    void whatIsNotUtf8OrNotEncodedIsRefused(String segment) {
        assertThat(asked("/v1/tubes/t/jobs/" + segment))
                .isEqualTo("400 URI: expected percent-encoded UTF-8, got '" + segment + "'");
    }

    @Test
    void bytesThatAreNotAsciiAreRefusedBecauseTheyWouldAllBeTheSame() {
        for (String path :
                List.of("/v1/tubes/t/jobs/\u00e9", "/v1/find?id=\u00e9", "/api/job/finish?tube=t&jid=\u00e9")) {
            assertThat(asked(path)).startsWith("400 ").contains("that is not ASCII, nor percent-encoded");
        }
    }

    @Test
    void aPlusInAPathIsAPlusAndInAQueryABlank() {
        wire.put("/v1/tubes/t/jobs/a+b", "x").is(201);
        wire.put("/v1/tubes/t/jobs/a%20b", "x").is(201);
        assertThat(wire.get("/v1/find?id=a%2Bb").first("jobs").getString("id")).isEqualTo("a+b");
        assertThat(wire.get("/v1/find?id=a+b").first("jobs").getString("id")).isEqualTo("a b");
        assertThat(wire.get("/v1/tubes/t/jobs?state=ready").list("jobs")).hasSize(2);
    }

    @Test
    void aSegmentIsDecodedOnce() {
        wire.put("/v1/tubes/t/jobs/%252F", "x").is(201);
        assertThat(wire.get("/v1/find?id=%252F").first("jobs").getString("id")).isEqualTo("%2F");
        assertThat(wire.get("/v1/find?id=%2F").list("jobs")).isEmpty();
        wire.get("/v1/tubes/t/jobs/%2F").is(404);
    }

    /** Status and detail of what is asked as it stands here, a byte for each character. */
    private String asked(String path) {
        try (RawClient client = new RawClient(wire.port())) {
            RawClient.RawAnswer answer = client.ask("GET", path).answer();
            JsonObject problem = new JsonObject(answer.body());
            return answer.status() + " " + problem.getString("detail", problem.getString("desc"));
        }
    }

    @Test
    void halfOfASurrogatePairIsRefusedAndItsNeighboursAreNot() {
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"a\\ud800\",\"payload\":1}")
                .isBadRequest("id: expected whole characters");
        JsonArray results = wire.post(
                        "/v1/tubes/t/jobs",
                        "[{\"id\":\"b\",\"payload\":1},{\"id\":\"\\udc00\",\"payload\":1},{\"id\":\"c\",\"payload\":1}]")
                .is(200)
                .list("results");
        assertThat(results.getJsonObject(0).getBoolean("created")).isTrue();
        assertThat(results.getJsonObject(1).getJsonObject("error").getString("code"))
                .isEqualTo("BAD_REQUEST");
        assertThat(results.getJsonObject(2).getBoolean("created")).isTrue();
    }
}
