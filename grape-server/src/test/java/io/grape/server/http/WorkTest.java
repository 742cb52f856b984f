package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Limits;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Progress, and hand-overs with a checkpoint. */
class WorkTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private JsonObject deliver() {
        return wire.post("/v1/tubes/t/consume?max=1")
                .is(200)
                .json()
                .getJsonArray("jobs")
                .getJsonObject(0);
    }

    private String lease() {
        wire.put("/v1/tubes/t/jobs/a?maxAttempts=1", "x");
        return deliver().getString("lease");
    }

    private Wire.Answer handOver(String lease, String body) {
        return wire.post("/v1/tubes/t/jobs/a/handover?lease=" + lease, body);
    }

    @Test
    void progressIsSeenWhereAJobIsLookedAt() {
        String lease = lease();
        wire.post("/v1/tubes/t/jobs/a/touch?lease=" + lease + "&progress=40&note=page+4")
                .is(200);
        for (String look : new String[] {"", "/explain"}) {
            JsonObject seen = wire.get("/v1/tubes/t/jobs/a" + look).is(200).json();
            assertThat(seen.getInteger("progress")).isEqualTo(40);
            assertThat(seen.getString("note")).isEqualTo("page 4");
            assertThat(seen.getString("progressAt")).isNotNull();
        }
        String acks = "[{\"id\":\"a\",\"op\":\"touch\",\"progress\":100,\"lease\":\"" + lease + "\"}]";
        wire.post("/v1/tubes/t/acks", acks).is(200);
        wire.post("/v1/tubes/t/jobs/a/touch?lease=1&progress=1").is(409);
        JsonObject seen = wire.get("/v1/tubes/t/jobs/a").is(200).json();
        assertThat(seen.getInteger("progress")).isEqualTo(100);
        assertThat(seen.getString("note")).isEmpty();
    }

    @Test
    void theNextDeliveryHasTheCheckpoint() {
        JsonObject ready =
                handOver(lease(), "{\"checkpoint\":{\"page\": 4.0}}").is(200).json();
        assertThat(ready.getString("state")).isEqualTo("ready");
        assertThat(ready.fieldNames()).containsExactly("id", "state", "dueAt");
        wire.get("/v1/tubes/t/jobs/a").is(200);
        Wire.Answer next = wire.post("/v1/tubes/t/consume?max=1").is(200);
        assertThat(next.text()).contains("\"checkpoint\":{\"page\": 4.0},\"checkpointType\":\"application/json\"");
        JsonObject job = next.json().getJsonArray("jobs").getJsonObject(0);
        assertThat(job.getInteger("attempt")).isEqualTo(1);
        String lease = job.getString("lease");
        handOver(lease, "{\"checkpointBase64\":\"AAH/\",\"contentType\":\"image/x\"}")
                .is(200);
        job = deliver();
        assertThat(job.getString("checkpointBase64")).isEqualTo("AAH/");
        assertThat(job.getString("checkpointType")).isEqualTo("image/x");
        String acks =
                "[{\"id\":\"a\",\"op\":\"handover\",\"checkpoint\":5,\"lease\":\"" + job.getString("lease") + "\"}]";
        assertThat(wire.post("/v1/tubes/t/acks", acks).is(200).text()).contains("\"state\":\"ready\"");
        assertThat(wire.get("/v1/tubes/t/jobs/a/history").is(200).text()).contains("\"what\":\"handedOver\"");
        assertThat(deliver().getInteger("checkpoint")).isEqualTo(5);
    }

    @Test
    void aCheckpointThatIsTooLargeLeavesTheJobRetained() {
        String lease = lease();
        String most = "x".repeat(Limits.MAX_CHECKPOINT_BYTES - 2);
        handOver(lease, "{\"checkpoint\":\"" + most + "y\"}")
                .isProblem(413, "TOO_LARGE", "checkpoint: expected at most 65536 bytes, got 65537");
        String base64 = Base64.getEncoder().encodeToString(new byte[Limits.MAX_CHECKPOINT_BYTES + 1]);
        handOver(lease, "{\"checkpointBase64\":\"" + base64 + "\"}").is(413);
        handOver(lease, "{\"checkpoint\":\"" + "x".repeat(200_000) + "\"}").is(413);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("state")).isEqualTo("retained");
        handOver(lease, "{\"checkpoint\":\"" + most + "\"}").is(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                       | checkpoint: expected it or checkpointBase64, got neither",
                "{\"checkpoint\":1,\"checkpointBase64\":\"AA==\"} | checkpoint, checkpointBase64: expected one of them, got both",
                "{\"checkpointBase64\":\"A\"} | checkpointBase64: expected standard Base64 with padding and no bits left over, got 'A'",
                "{\"checkpoint\":1,\"reason\":\"x\"} | field: expected one of checkpoint, checkpointBase64, contentType, got 'reason'"
            })
    void aWrongCheckpointIsRefused(String body, String detail) {
        handOver(lease(), body).isBadRequest(detail);
    }

    @Test
    void wrongProgressIsRefused() {
        String touch = "/v1/tubes/t/jobs/a/touch?lease=" + lease();
        wire.post(touch + "&progress=101").isBadRequest("progress: expected a whole number from 0 to 100, got 101");
        wire.post(touch + "&progress=-1").is(400);
        wire.post(touch + "&progress=1.5").is(400);
        wire.post(touch + "&note=" + "x".repeat(257)).is(400);
        wire.post(touch + "&note=" + "x".repeat(256)).is(200);
    }
}
