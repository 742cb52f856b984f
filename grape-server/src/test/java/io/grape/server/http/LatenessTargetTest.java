package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tube states how long its due jobs should wait at most, and the broker says when they wait longer, and why. */
class LatenessTargetTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/a";
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private JsonObject tube() {
        return wire.get(TUBE).is(200).json();
    }

    private JsonObject settings() {
        return tube().getJsonObject("settings");
    }

    private List<JsonObject> attention() {
        return wire.get("/v1/overview").is(200).json().getJsonArray("attention").stream()
                .map(JsonObject.class::cast)
                .filter(one -> "t".equals(one.getString("tube")))
                .toList();
    }

    private void awaitCause(String cause) {
        await().atMost(SOON).until(() -> attention().stream().anyMatch(one -> cause.equals(one.getString("cause"))));
    }

    private void awaitMissed() {
        await().atMost(SOON).until(() -> tube().getBoolean("latenessTargetMissed"));
    }

    @Test
    void theSettingIsShownAndTakenAway() {
        wire.put(TUBE, "{}").is(201);
        assertThat(settings().containsKey("latenessTargetMs")).isFalse();
        assertThat(tube().containsKey("latenessTargetMissed")).isFalse();
        wire.put(TUBE, "{\"latenessTargetMs\":86400000}").is(200);
        assertThat(settings().getLong("latenessTargetMs")).isEqualTo(86_400_000);
        assertThat(tube().getBoolean("latenessTargetMissed")).isFalse();
        wire.put(TUBE, "{\"ttrMs\":5000}").is(200);
        assertThat(settings().getLong("latenessTargetMs")).isEqualTo(86_400_000);
        wire.put(TUBE, "{\"latenessTargetMs\":null}").is(200);
        assertThat(settings().containsKey("latenessTargetMs")).isFalse();
    }

    @Test
    void aTubeIsMadeWithIt() {
        wire.put(TUBE, "{\"latenessTargetMs\":1}").is(201);
        assertThat(settings().getLong("latenessTargetMs")).isEqualTo(1);
        wire.put("/v1/tubes/u", "{\"latenessTargetMs\":null}").is(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "86400001", "1.5", "\"1000\"", "true"})
    void aBadTargetIsRefusedByName(String target) {
        assertThat(wire.put(TUBE, "{\"latenessTargetMs\":" + target + "}")
                        .is(400)
                        .text())
                .contains("latenessTargetMs");
    }

    @Test
    void nobodyTakesItsJobs() {
        wire.put(TUBE, "{\"latenessTargetMs\":1}").is(201);
        wire.put(JOB, "x").is(201);
        awaitCause("NO_CONSUMER");
        awaitMissed();
        JsonObject entry = attention().get(0);
        assertThat(entry.fieldNames()).containsExactly("level", "code", "tube", "cause", "detail");
        assertThat(entry.getString("level")).isEqualTo("bad");
        assertThat(entry.getString("code")).isEqualTo("LATENESS_TARGET");
        JsonObject detail = entry.getJsonObject("detail");
        assertThat(detail.fieldNames()).containsExactly("latenessTargetMs", "oldestReadyMs", "ready", "sinceMs");
        assertThat(detail.getLong("latenessTargetMs")).isEqualTo(1);
        assertThat(wire.get(JOB + "/explain").is(200).json().getLong("latenessTargetMs"))
                .isEqualTo(1);
        assertThat(wire.get(JOB + "/explain").is(200).text())
                .contains("longer than the latenessTargetMs of its tube, 1");
    }

    @Test
    void theLimitsOfAKeyHoldItsJobs() {
        wire.put(TUBE, "{\"latenessTargetMs\":1,\"keys\":{\"concurrency\":1}}").is(201);
        wire.put(JOB + "?key=k", "x").is(201);
        wire.post(TUBE + "/consume").is(200);
        wire.put(TUBE + "/jobs/b?key=k", "x").is(201);
        awaitCause("KEY");
        assertThat(attention().get(0).getString("level")).isEqualTo("warn");
    }

    @Test
    void theLimitsOfTheTubeHoldItsJobs() {
        wire.put(TUBE, "{\"latenessTargetMs\":1,\"limits\":{\"concurrency\":1}}")
                .is(201);
        wire.put(JOB, "x").is(201);
        wire.post(TUBE + "/consume").is(200);
        wire.put(TUBE + "/jobs/b", "x").is(201);
        awaitCause("KEY");
    }

    @Test
    void aPauseIsNoMissOfTheTarget() {
        wire.put(TUBE, "{\"latenessTargetMs\":1}").is(201);
        wire.put(JOB, "x").is(201);
        awaitMissed();
        wire.post(TUBE + "/pause").is(200);
        assertThat(tube().getBoolean("latenessTargetMissed")).isFalse();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(attention())
                        .extracting(one -> one.getString("code"))
                        .containsExactly("PAUSED"));
        assertThat(wire.get(JOB + "/explain").is(200).json().containsKey("latenessTargetMs"))
                .isFalse();
    }

    @Test
    void aTubeWhoseJobsAreInTimeNeedsNobody() {
        wire.put(TUBE, "{\"latenessTargetMs\":86400000}").is(201);
        wire.put(JOB, "x").is(201);
        await().atMost(SOON)
                .until(() -> wire.get("/v1/overview")
                                .is(200)
                                .json()
                                .getJsonObject("tubes")
                                .getInteger("counted")
                        == 1);
        assertThat(attention()).isEmpty();
    }
}
