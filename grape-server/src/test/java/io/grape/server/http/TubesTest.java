package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.lettuce.core.RedisClient;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TubesTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private static final String NEW =
            "{\"name\":\"t\",\"settings\":{\"ttrMs\":60000,\"maxAttempts\":20},\"paused\":null,"
                    + "\"counts\":{\"delayed\":0,\"ready\":0,\"retained\":0,\"failed\":0,\"gated\":0},"
                    + "\"totals\":{\"produced\":0,\"consumed\":0,\"finished\":0,\"released\":0,\"buried\":0,\"kicked\":0,"
                    + "\"expired\":0,\"deleted\":0,\"discarded\":0,\"dropped\":0,\"expiredUnstarted\":0,\"moved\":0,\"dedupIdsDropped\":0,\"resultsDropped\":0},\"oldestReadyMs\":null,\"nextDueAt\":null}";

    @Test
    void putMakesATubeWithTheUsualSettings() {
        Answer made = wire.put("/v1/tubes/t", "");
        assertThat(made.is(201).text()).isEqualTo(NEW);
        assertThat(wire.get("/v1/tubes/t").is(200).text()).isEqualTo(NEW);
        assertThat(wire.put("/v1/tubes/t", "{}").is(200).text()).isEqualTo(NEW);
    }

    @Test
    void settingsAreChangedOnlyIfTheyAreAsTheCallerKnowsThem() {
        String made = wire.put("/v1/tubes/t", "{\"ttrMs\":1000}").is(201).header("ETag");
        assertThat(made).matches("\"[0-9]+\"");
        assertThat(wire.get("/v1/tubes/t").header("ETag")).isEqualTo(made);
        assertThat(wire.get("/v1/tubes/t?activity=true").header("ETag")).isEqualTo(made);
        assertThat(wire.put("/v1/tubes/t", "{\"ttrMs\":1000}", "If-Match", made)
                        .is(200)
                        .header("ETag"))
                .isEqualTo(made);
        String changed = wire.put("/v1/tubes/t", "{\"ttrMs\":2000}", "If-Match", made)
                .is(200)
                .header("ETag");
        assertThat(changed).isNotEqualTo(made);
        for (String stale : new String[] {made, "\"other\"", "W/" + changed, "\"\""}) {
            wire.put("/v1/tubes/t", "{\"ttrMs\":3000}", "If-Match", stale)
                    .isProblem(
                            409,
                            "WRONG_STATE",
                            "the settings of tube t were changed since: their rev is now " + changed.replace("\"", ""));
        }
        for (String wrong : new String[] {"5", "", made + ", " + changed}) {
            wire.put("/v1/tubes/t", "{\"ttrMs\":3000}", "If-Match", wrong).is(400);
        }
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("settings").getLong("ttrMs"))
                .isEqualTo(2000);
        wire.put("/v1/tubes/t", "{\"ttrMs\":4000}", "If-Match", "*").is(200);
    }

    @Test
    void whoKnowsAnETagMakesNoTube() {
        for (String known : new String[] {"*", "\"0\"", "\"17\""}) {
            wire.put("/v1/tubes/none", "", "If-Match", known).is(404);
        }
    }

    @Test
    void putMakesATubeWithSettingsOfItsOwn() {
        Answer made = wire.put("/v1/tubes/t", "{\"ttrMs\":1000,\"maxAttempts\":0}");
        assertThat(made.is(201).json().getJsonObject("settings").encode())
                .isEqualTo("{\"ttrMs\":1000,\"maxAttempts\":0}");
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        JsonObject job = wire.get("/v1/tubes/t/jobs/a").json();
        assertThat(job.getLong("ttrMs")).isEqualTo(1000);
        assertThat(job.getInteger("maxAttempts")).isZero();
    }

    @Test
    void putChangesOfATubeWhatItNames() {
        wire.put("/v1/tubes/t", "{\"ttrMs\":1000,\"maxAttempts\":7}").is(201);
        assertThat(wire.put("/v1/tubes/t", "{\"maxAttempts\":3}")
                        .is(200)
                        .json()
                        .getJsonObject("settings")
                        .encode())
                .isEqualTo("{\"ttrMs\":1000,\"maxAttempts\":3}");
        assertThat(wire.put("/v1/tubes/t", "{\"ttrMs\":2000}")
                        .is(200)
                        .json()
                        .getJsonObject("settings")
                        .encode())
                .isEqualTo("{\"ttrMs\":2000,\"maxAttempts\":3}");
        assertThat(wire.put("/v1/tubes/t", "")
                        .is(200)
                        .json()
                        .getJsonObject("settings")
                        .encode())
                .isEqualTo("{\"ttrMs\":2000,\"maxAttempts\":3}");
    }

    @Test
    void badSettingsAreNamed() {
        wire.put("/v1/tubes/t", "{\"ttrMs\":999}").isBadRequest("ttrMs: expected 1000 or more, got 999");
        wire.put("/v1/tubes/t", "{\"ttrMs\":4294967295001}").isBadRequest("ttrMs: expected 4294967295000 or less");
        wire.put("/v1/tubes/t", "{\"ttrMs\":\"1000\"}").isBadRequest("ttrMs: expected a whole number, got '1000'");
        wire.put("/v1/tubes/t", "{\"maxAttempts\":-1}").isBadRequest("maxAttempts: expected a whole number from 0");
        wire.put("/v1/tubes/t", "{\"maxAttempts\":1000001}")
                .isBadRequest("maxAttempts: expected a whole number from 0");
        wire.put("/v1/tubes/t", "{\"maxAttempts\":4294967296}").isBadRequest("maxAttempts: expected a whole number");
        wire.put("/v1/tubes/t", "{\"colour\":1}")
                .isBadRequest(
                        "field: expected one of dedupWindowMs, expireTo, expiresAfterMs, keepFinishedBytes, keepFinishedMax, keepFinishedMs, keepPayload,"
                                + " keys, latenessTargetMs, limits, maxAttempts, resultMaxBytes, retry, ttrMs, got 'colour'");
        wire.put("/v1/tubes/t", "{\"ttrMs\":1000,\"ttrMs\":2000}").isBadRequest("ttrMs: expected it once");
        wire.put("/v1/tubes/t", "[]").isBadRequest("body: expected an object, got an array");
        wire.put("/v1/tubes/t", "x").isBadRequest("body: expected JSON");
        wire.put("/v1/tubes/t", " ".repeat(16 * 1024 + 1))
                .isProblem(413, "TOO_LARGE", "body: expected at most 16384 bytes");
        wire.put("/v1/tubes/t?ttrMs=5000", "").isBadRequest("query: expected no parameters");
        wire.put("/v1/tubes/-t", "").isBadRequest("tube: expected");
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.put("/v1/tubes/t", "{\"maxAttempts\":1000000,\"ttrMs\":4294967295000}")
                .is(201);
    }

    @Test
    void aTubeCountsWhatIsInItAndWhatHappened() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        String lease = wire.post("/v1/tubes/t/consume").first("jobs").getString("lease");
        wire.post("/v1/tubes/t/jobs/a/bury?lease=" + lease).is(200);
        String due =
                wire.put("/v1/tubes/t/jobs/b?delayMs=60000", "x").is(201).json().getString("dueAt");
        wire.put("/v1/tubes/t/jobs/c", "x").is(201);
        JsonObject tube = wire.get("/v1/tubes/t").is(200).json();
        assertThat(tube.getJsonObject("counts").encode())
                .isEqualTo("{\"delayed\":1,\"ready\":1,\"retained\":0,\"failed\":1,\"gated\":0}");
        assertThat(tube.getJsonObject("totals").encode())
                .isEqualTo(
                        "{\"produced\":3,\"consumed\":1,\"finished\":0,\"released\":0,\"buried\":1,\"kicked\":0,"
                                + "\"expired\":0,\"deleted\":0,\"discarded\":0,\"dropped\":0,\"expiredUnstarted\":0,\"moved\":0,\"dedupIdsDropped\":0,\"resultsDropped\":0}");
        assertThat(tube.getString("nextDueAt")).isEqualTo(due);
        assertThat(tube.getLong("oldestReadyMs")).isBetween(0L, 60_000L);
    }

    @Test
    void pauseStopsATubeUntilItIsResumed() {
        wire.put("/v1/tubes/t", "").is(201);
        JsonObject paused =
                wire.post("/v1/tubes/t/pause?reason=the+mill+is+down").is(200).json();
        assertThat(paused.getJsonObject("paused").encode())
                .isEqualTo("{\"until\":null,\"reason\":\"the mill is down\"}");
        assertThat(wire.post("/v1/tubes/t/resume").is(200).text()).isEqualTo(NEW);
        assertThat(wire.post("/v1/tubes/t/resume").is(200).text()).isEqualTo(NEW);
    }

    @Test
    void pauseMayEndByItself() {
        wire.put("/v1/tubes/t", "").is(201);
        Instant before = Instant.now();
        JsonObject paused =
                wire.post("/v1/tubes/t/pause?forMs=600000").is(200).json().getJsonObject("paused");
        assertThat(paused.getString("reason")).isEmpty();
        assertThat(Instant.parse(paused.getString("until")))
                .isBetween(before.plusSeconds(590), before.plusSeconds(660));
    }

    @Test
    void badPausesAreNamed() {
        wire.post("/v1/tubes/t/pause").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.post("/v1/tubes/t/resume").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.put("/v1/tubes/t", "").is(201);
        wire.post("/v1/tubes/t/pause?forMs=0").isBadRequest("forMs: expected a whole number from 1 to 4294967295000");
        wire.post("/v1/tubes/t/pause?forMs=4294967295001").isBadRequest("forMs: expected a whole number from 1");
        wire.post("/v1/tubes/t/pause?forMs=x").isBadRequest("forMs: expected a whole number, got 'x'");
        wire.post("/v1/tubes/t/pause?reason=" + "r".repeat(1001)).isBadRequest("reason: expected at most 1000");
        wire.post("/v1/tubes/t/pause?until=5").isBadRequest("query: expected only forMs, reason");
        wire.post("/v1/tubes/t/resume?x=1").isBadRequest("query: expected no parameters");
        assertThat(wire.get("/v1/tubes/t").text()).isEqualTo(NEW);
        wire.post("/v1/tubes/t/pause?forMs=4294967295000&reason=" + "r".repeat(1000))
                .is(200);
    }

    @Test
    void deleteTakesAnEmptyTubeAway() {
        wire.put("/v1/tubes/t", "").is(201);
        wire.delete("/v1/tubes/t").is(204);
        wire.get("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        wire.delete("/v1/tubes/t").isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
    }

    @Test
    void deleteOfATubeWithJobsWantsItsNameAgain() {
        for (String query : List.of("", "?delayMs=60000")) {
            wire.put("/v1/tubes/a%2Fb/jobs/j" + query, "x").is(201);
            wire.delete("/v1/tubes/a%2Fb").isProblem(409, "WRONG_STATE", "is not empty: retry with ?confirm=a%2Fb");
            wire.delete("/v1/tubes/a%2Fb?confirm=a").isBadRequest("confirm: expected the tube's name, 'a/b', got 'a'");
            wire.delete("/v1/tubes/a%2Fb?confirm=").isBadRequest("confirm: expected the tube's name");
            wire.delete("/v1/tubes/a%2Fb?force=true").isBadRequest("query: expected only confirm");
            wire.get("/v1/tubes/a%2Fb/jobs/j").is(200);
            wire.delete("/v1/tubes/a%2Fb?confirm=a%2Fb").is(204);
            wire.get("/v1/tubes/a%2Fb/jobs/j").is(404);
        }
    }

    @Test
    void tubesAreListedByNamePageByPage() {
        List<String> names =
                IntStream.range(0, 12).mapToObj(i -> "t" + (char) ('a' + i)).toList();
        names.forEach(name -> wire.put("/v1/tubes/" + name, "").is(201));
        List<String> listed = new ArrayList<>();
        Answer page = wire.get("/v1/tubes?limit=5");
        while (true) {
            assertThat(page.is(200).json().fieldNames()).containsExactly("tubes", "next");
            JsonArray tubes = page.list("tubes");
            IntStream.range(0, tubes.size())
                    .forEach(i -> listed.add(tubes.getJsonObject(i).getString("name")));
            String next = page.json().getString("next");
            if (next == null) {
                break;
            }
            page = wire.get("/v1/tubes?limit=5&cursor=" + next);
        }
        assertThat(listed).isEqualTo(names);
        assertThat(wire.get("/v1/tubes?limit=12").json().getString("next")).isNull();
        assertThat(wire.get("/v1/tubes?limit=1").first("tubes").encode()).isEqualTo(NEW.replace("\"t\"", "\"ta\""));
    }

    /** A name may be listed before its tube is made, and is struck off last when it is removed. */
    @Test
    void aListLeavesOutTubesThatAreNotThereYetOrAreBeingRemoved() {
        wire.put("/v1/tubes/a", "").is(201);
        wire.put("/v1/tubes/b", "").is(201);
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var redis = client.connect()) {
            redis.sync().sadd(server.namespace() + ":tubes", "none");
            redis.sync().hset(server.namespace() + ":{b}:tube", "deleting", "1");
            assertThat(wire.get("/v1/tubes").is(200).list("tubes")).hasSize(1);
            assertThat(wire.get("/v1/tubes").first("tubes").getString("name")).isEqualTo("a");
            redis.sync().srem(server.namespace() + ":tubes", "none");
            redis.sync().hdel(server.namespace() + ":{b}:tube", "deleting");
        } finally {
            client.shutdown();
        }
    }

    @Test
    void aListOfTubesHasAHundredUnlessMoreAreAskedFor() {
        assertThat(wire.get("/v1/tubes").is(200).text()).isEqualTo("{\"tubes\":[],\"next\":null}");
        IntStream.range(0, 101).forEach(i -> wire.put("/v1/tubes/t" + i, "").is(201));
        assertThat(wire.get("/v1/tubes").list("tubes")).hasSize(100);
        assertThat(wire.get("/v1/tubes?limit=1000").list("tubes")).hasSize(101);
    }

    @Test
    void badValuesOfAListAreNamed() {
        wire.get("/v1/tubes?limit=0").isBadRequest("limit: expected a whole number from 1 to 1000, got 0");
        wire.get("/v1/tubes?limit=1001").isBadRequest("limit: expected a whole number from 1 to 1000, got 1001");
        wire.get("/v1/tubes?cursor=*").isBadRequest("cursor: expected what an earlier page named as next, got '*'");
        wire.get("/v1/tubes?cursor=").isBadRequest("cursor: expected what an earlier page named as next, got ''");
        wire.get("/v1/tubes?prefix=t").isBadRequest("query: expected only activity, cursor, limit, name, got 'prefix'");
    }
}
