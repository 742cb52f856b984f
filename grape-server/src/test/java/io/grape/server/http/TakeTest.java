package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TakeTest {
    private static final String TAKE = "/v1/tubes/t/jobs/a/consume";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    /** The job without its rev, which a delivery does not have. */
    private JsonObject look() {
        JsonObject seen = wire.get("/v1/tubes/t/jobs/a").is(200).json();
        assertThat(seen.remove("rev")).isInstanceOf(String.class);
        return seen;
    }

    private void make(String state) {
        wire.put("/v1/tubes/t/jobs/a?priority=7&delayMs=" + (state.equals("delayed") ? 50_000 : 0), "x")
                .is(201);
        if (state.equals("failed")) {
            wire.post("/v1/tubes/t/jobs/a/bury?reason=broken&lease=" + lease(wire.post(TAKE)))
                    .is(200);
        }
        assertThat(look().getString("state")).isEqualTo(state);
    }

    private static String lease(Answer taken) {
        return taken.is(200).json().getString("lease");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delayed", "ready", "failed"})
    void theResponseIsTheJobAsALookShowsIt(String state) {
        make(state);
        JsonObject before = look();
        Answer taken = wire.post(TAKE);
        JsonObject job = taken.is(200).json();
        assertThat(taken.header("Cache-Control")).isEqualTo("no-store");
        assertThat(job).isEqualTo(look());
        assertThat(job.getString("state")).isEqualTo("retained");
        assertThat(job.getInteger("attempt")).isEqualTo(before.getInteger("attempt") + 1);
        assertThat(job.getString("payloadBase64")).isEqualTo("eA==");
        wire.post("/v1/tubes/t/jobs/a/finish?lease=" + job.getString("lease")).is(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delayed", "ready", "failed"})
    void aHandBackPutsItWhereItWas(String state) {
        make(state);
        JsonObject before = look();
        String lease = lease(wire.post(TAKE));
        JsonObject back =
                wire.post("/v1/tubes/t/jobs/a/handback?lease=" + lease).is(200).json();
        assertThat(back.getString("state")).isEqualTo(state);
        assertThat(back.getString("dueAt")).isEqualTo(state.equals("failed") ? null : before.getString("dueAt"));
        assertThat(look()).isEqualTo(before);
    }

    @Test
    void aPausedTubeGivesIt() {
        make("ready");
        wire.post("/v1/tubes/t/pause").is(200);
        wire.post(TAKE).is(200);
    }

    @Test
    void whatCannotBeTakenIsRefused() {
        wire.post(TAKE).isProblem(404, "TUBE_NOT_FOUND", "tube t does not exist");
        make("ready");
        wire.post("/v1/tubes/t/jobs/b/consume").isProblem(404, "JOB_NOT_FOUND", "job b does not exist in tube t");
        wire.post(TAKE).is(200);
        wire.post(TAKE).isProblem(409, "WRONG_STATE", "job a is retained");
        wire.post(TAKE + "?max=1").isBadRequest("query: expected no parameters, got 'max'");
        wire.post("/v1/tubes/t/jobs/b/consume").isProblem(404, "JOB_NOT_FOUND", "job b does not exist in tube t");
    }

    @Test
    void itIsCountedByItself() {
        make("ready");
        wire.post(TAKE).is(200);
        wire.post(TAKE).is(409);
        assertThat(wire.get("/metrics").text())
                .contains("grape_operations_total{result=\"ok\",tube=\"t\",verb=\"take\"} 1.0");
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("consumed"))
                .isEqualTo(1);
    }
}
