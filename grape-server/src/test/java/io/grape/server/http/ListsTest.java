package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.v1.TubeJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order jobs are listed, and a page of very many tubes. */
class ListsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private static List<String> named(String name, JsonArray all) {
        return all.stream().map(one -> ((JsonObject) one).getString(name)).toList();
    }

    /** As docs/http.md#look says. */
    @ParameterizedTest
    @ValueSource(strings = {"ready", "delayed"})
    void theDefaultPriorityIsListedFirstThenTheOthersByNumberEachByWhenItIsDue(String state) {
        String year = state.equals("ready") ? "2020" : "2099";
        for (String job :
                List.of("late,1024,02", "c,4294967295,01", "b2,1025,02", "b1,1025,01", "early,1024,01", "a,0,03")) {
            String[] of = job.split(",", -1);
            String query = "?priority=" + of[1] + "&dueAt=" + year + "-01-" + of[2] + "T00:00:00Z";
            wire.put("/v1/tubes/t/jobs/" + of[0] + query, "x").is(201);
        }
        assertThat(named(
                        "id",
                        wire.get("/v1/tubes/t/jobs?state=" + state).is(200).list("jobs")))
                .containsExactly("early", "late", "a", "b1", "b2", "c");
    }

    @Test
    void aConsumeTakesTheLowestNumberFirst() {
        for (int priority : new int[] {1024, 5, 2000}) {
            wire.put("/v1/tubes/t/jobs/p" + priority + "?priority=" + priority, "x")
                    .is(201);
        }
        assertThat(named("id", wire.post("/v1/tubes/t/consume?max=9").is(200).list("jobs")))
                .containsExactly("p5", "p1024", "p2000");
    }

    @Test
    void retainedJobsAreListedByTheirLeasesAndFailedOnesByWhenTheyFailed() {
        for (String id : List.of("a", "b", "c")) {
            int ttr = id.equals("b") ? 10_000 : id.equals("a") ? 30_000 : 20_000;
            wire.put("/v1/tubes/t/jobs/" + id + "?priority=" + (9 - id.charAt(0) % 3) + "&ttrMs=" + ttr, "x")
                    .is(201);
        }
        JsonArray taken = wire.post("/v1/tubes/t/consume?max=9").is(200).list("jobs");
        assertThat(named("id", wire.get("/v1/tubes/t/jobs?state=retained").list("jobs")))
                .containsExactly("b", "c", "a");
        for (String id : List.of("c", "b", "a")) {
            String lease = taken.stream()
                    .map(JsonObject.class::cast)
                    .filter(job -> job.getString("id").equals(id))
                    .map(job -> job.getString("lease"))
                    .findFirst()
                    .orElseThrow();
            wire.post("/v1/tubes/t/jobs/" + id + "/bury?lease=" + lease).is(200);
        }
        JsonArray failed = wire.get("/v1/tubes/t/jobs?state=failed").list("jobs");
        assertThat(named("id", failed)).containsExactlyInAnyOrder("a", "b", "c");
        // Two may have failed in the same millisecond.
        assertThat(named("failedAt", failed)).isSorted();
    }

    @Test
    void theActivityOfMoreTubesThanAnEventLoopWritesIsTold() {
        int many = TubeJson.MAX_ON_EVENT_LOOP + 1;
        for (int tube = 0; tube < many; tube++) {
            wire.put("/v1/tubes/t" + tube, "").is(201);
        }
        JsonArray tubes = wire.get("/v1/tubes?activity=true&limit=1000").is(200).list("tubes");
        assertThat(tubes)
                .hasSize(many)
                .allSatisfy(tube -> assertThat(
                                ((JsonObject) tube).getJsonObject("activity").getJsonArray("produced"))
                        .hasSize(60));
    }
}
