package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job that a consumer has is cancelled. */
class CancelTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private String lease() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        return wire.post("/v1/tubes/t/consume?max=1")
                .is(200)
                .json()
                .getJsonArray("jobs")
                .getJsonObject(0)
                .getString("lease");
    }

    @Test
    void eachTouchSaysSinceWhenAndWhy() {
        String lease = lease();
        JsonObject said =
                wire.post("/v1/tubes/t/jobs/a/cancel?reason=stop").is(200).json();
        JsonObject cancelled = said.getJsonObject("cancelled");
        assertThat(said.fieldNames()).containsExactly("id", "state", "leaseUntil", "cancelled");
        assertThat(cancelled.fieldNames()).containsExactly("at", "reason");
        assertThat(cancelled.getString("reason")).isEqualTo("stop");
        JsonObject touched =
                wire.post("/v1/tubes/t/jobs/a/touch?lease=" + lease).is(200).json();
        assertThat(touched.getJsonObject("cancelled")).isEqualTo(cancelled);
        String acks = "[{\"id\":\"a\",\"op\":\"touch\",\"lease\":\"" + lease + "\"}]";
        assertThat(wire.post("/v1/tubes/t/acks", acks)
                        .is(200)
                        .json()
                        .getJsonArray("results")
                        .getJsonObject(0)
                        .getJsonObject("cancelled"))
                .isEqualTo(cancelled);
        for (String look : List.of("", "/explain")) {
            assertThat(wire.get("/v1/tubes/t/jobs/a" + look).is(200).json().getJsonObject("cancelled"))
                    .isEqualTo(cancelled);
        }
        assertThat(wire.get("/v1/tubes/t/jobs?state=retained")
                        .is(200)
                        .json()
                        .getJsonArray("jobs")
                        .getJsonObject(0)
                        .getJsonObject("cancelled"))
                .isEqualTo(cancelled);
        assertThat(wire.get("/v1/tubes/t/jobs/a/history").is(200).text()).contains("\"what\":\"cancelled\"");
        wire.post("/v1/tubes/t/jobs/a/cancel").is(200);
        wire.post("/v1/tubes/t/jobs/a/finish?lease=" + lease).is(200);
        wire.get("/v1/tubes/t/jobs/a").is(404);
    }

    @Test
    void onlyARetainedJobIsCancelled() {
        wire.post("/v1/tubes/t/jobs/a/cancel").is(404);
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        wire.post("/v1/tubes/t/jobs/a/cancel").isProblem(409, "WRONG_STATE", "job a is ready");
        wire.post("/v1/tubes/t/jobs/b/cancel").is(404);
        wire.post("/v1/tubes/t/jobs/a/cancel?why=x").is(400);
        wire.post("/v1/tubes/t/consume?max=1").is(200);
        wire.post("/v1/tubes/t/jobs/a/cancel?reason=" + "x".repeat(201))
                .isBadRequest("reason: expected at most 200 characters, got xxx");
    }
}
