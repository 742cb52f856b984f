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
import org.junit.jupiter.params.provider.ValueSource;

/** The dedup window, as calls say and show it. */
class DedupTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/a";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void finish() {
        JsonObject job = wire.post(JOB + "/consume").is(200).json();
        wire.post(JOB + "/finish?lease=" + job.getString("lease")).is(200);
    }

    @Test
    void rememberedIdCreatesNoSecondJob() {
        JsonObject tube = wire.put(TUBE, "{\"dedupWindowMs\":60000}").is(201).json();
        assertThat(tube.getJsonObject("settings").getLong("dedupWindowMs")).isEqualTo(60_000);
        wire.put(JOB, "x").is(201);
        finish();
        assertThat(wire.put(JOB, "x").is(200).text())
                .isEqualTo("{\"id\":\"a\",\"tube\":\"t\",\"state\":\"finished\",\"created\":false,\"dueAt\":null}");
        assertThat(wire.put(JOB + "?onDuplicate=reject", "x").is(409).json().getString("code"))
                .isEqualTo("DUPLICATE");
        assertThat(wire.post(TUBE + "/jobs", "[{\"id\":\"a\",\"payload\":1},{\"id\":\"b\",\"payload\":1}]")
                        .is(200)
                        .text()
                        .replaceFirst(",\"dueAt\":\"[^\"]+\"", ""))
                .isEqualTo("{\"results\":[{\"id\":\"a\",\"created\":false,\"state\":\"finished\"},"
                        + "{\"id\":\"b\",\"created\":true,\"state\":\"ready\"}]}");
        assertThat(wire.get(JOB).is(404).json().getString("detail")).contains("its id is remembered until");
        assertThat(wire.get(JOB + "/explain").is(404).json().getString("detail"))
                .contains("its id is remembered until");
        wire.put(JOB + "?onDuplicate=replace", "x").is(201);
    }

    @Test
    void grape13ProduceOfARememberedIdReturnsFalse() {
        wire.put(TUBE, "{\"dedupWindowMs\":60000}").is(201);
        String produce = "/api/job/produce?tube=t&jid=a&dtr=0&ttr=60000";
        assertThat(wire.post(produce, "x").is(200).text()).isEqualTo("true");
        finish();
        assertThat(wire.post(produce, "x").is(200).text()).isEqualTo("false");
    }

    @Test
    void aWindowIsSwitchedOffByZero() {
        wire.put(TUBE, "{\"dedupWindowMs\":1000}").is(201);
        JsonObject off = wire.put(TUBE, "{\"dedupWindowMs\":0}").is(200).json();
        assertThat(off.getJsonObject("settings").containsKey("dedupWindowMs")).isFalse();
    }

    @Test
    void produceMaySetItsOwnWindow() {
        for (String produced : List.of("query", "json")) {
            if (produced.equals("query")) {
                wire.put(JOB + "?dedupWindowMs=60000", "x").is(201);
            } else {
                wire.post(
                                TUBE + "/jobs",
                                "{\"id\":\"a\",\"payload\":1,\"dedupWindowMs\":60000,\"onDuplicate\":\"replace\"}")
                        .is(201);
            }
            finish();
            assertThat(wire.put(JOB, "x").is(200).json().getString("state")).isEqualTo("finished");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"999", "1", "-1", "604800001", "1.5", "\"1000\""})
    void aBadWindowIsRefusedByName(String window) {
        assertThat(wire.put(TUBE, "{\"dedupWindowMs\":" + window + "}").is(400).text())
                .contains("dedupWindowMs");
        assertThat(wire.post(TUBE + "/jobs", "{\"payload\":1,\"dedupWindowMs\":" + window + "}")
                        .is(400)
                        .text())
                .contains("dedupWindowMs");
    }
}
