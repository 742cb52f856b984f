package io.grape.server.http.v1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.Wire;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations that move jobs to another tube. */
class OperationMoveTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void produce(String id) {
        wire.put("/v1/tubes/here/jobs/" + id + "?delayMs=3600000", "x").is(201);
    }

    private Wire.Answer move(String more) {
        return wire.post("/v1/operations", "{\"kind\":\"move\",\"tube\":\"here\",\"state\":\"delayed\"" + more + "}");
    }

    @Test
    void theOtherTubeIsMadeAndHasTheJobs() {
        produce("a");
        produce("b");
        assertThat(move(",\"to\":\"there\",\"dryRun\":true").is(200).json().getInteger("matching"))
                .isEqualTo(2);
        wire.get("/v1/tubes/there").is(404);
        JsonObject begun = move(",\"to\":\"there\"").is(202).json();
        assertThat(begun.getString("to")).isEqualTo("there");
        String operation = "/v1/operations/" + begun.getString("id");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> wire.get(operation).json().getString("state").equals("done"));
        assertThat(wire.get(operation).json().getInteger("done")).isEqualTo(2);
        assertThat(wire.get("/v1/tubes/there/jobs/a").is(200).json().getString("state"))
                .isEqualTo("delayed");
        wire.get("/v1/tubes/here/jobs/a").is(404);
        JsonObject here = wire.get("/v1/tubes/here").is(200).json();
        assertThat(here.getJsonObject("totals").getInteger("moved")).isEqualTo(2);
        JsonObject moved = wire.get("/v1/tubes/there/jobs/a/history")
                .is(200)
                .json()
                .getJsonArray("events")
                .getJsonObject(1);
        assertThat(moved.getString("what")).isEqualTo("moved");
        assertThat(moved.getString("reason")).isEqualTo("here");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                | to: expected the tube that the jobs move to, got none
            ,"to":"here"        | to: expected another tube, got 'here'
            ,"to":"a b"         | tube
            ,"to":7             | to: expected a string, got 7
            ,"to":"x","delayMs":5 | delayMs: expected it with kind kick, got move
            """)
    void aWrongTargetIsRefusedByItsName(String more, String detail) {
        produce("a");
        move(more == null ? "" : more).isBadRequest(detail);
    }

    @Test
    void onlyAMoveHasATarget() {
        produce("a");
        wire.post("/v1/operations", "{\"kind\":\"kick\",\"tube\":\"here\",\"state\":\"delayed\",\"to\":\"there\"}")
                .isBadRequest("to: expected it with kind move, got kick");
    }

    @Test
    void aMoveOutOfATubeThatIsNotThereMakesNone() {
        move(",\"to\":\"there\"").is(404);
        wire.get("/v1/tubes/there").is(404);
    }
}
