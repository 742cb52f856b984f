package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that expire unless they are begun, as calls say and show it. */
class ExpiryTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/a";
    private static final String LATE = "2199-12-31T23:59:59.000Z";
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private JsonObject settings() {
        return wire.get(TUBE).is(200).json().getJsonObject("settings");
    }

    private int total(String name) {
        return wire.get(TUBE).is(200).json().getJsonObject("totals").getInteger(name);
    }

    private void awaitTotal(String name) {
        await().atMost(SOON).until(() -> total(name) == 1);
    }

    @Test
    void theSettingsAreShown() {
        wire.put(TUBE, "{}").is(201);
        assertThat(settings().fieldNames()).doesNotContain("expiresAfterMs", "expireTo");
        wire.put(TUBE, "{\"expiresAfterMs\":60000}").is(200);
        assertThat(settings().getLong("expiresAfterMs")).isEqualTo(60_000);
        assertThat(settings().getString("expireTo")).isEqualTo("drop");
        wire.put(TUBE, "{\"expireTo\":\"bury\"}").is(200);
        assertThat(settings().getLong("expiresAfterMs")).isEqualTo(60_000);
        assertThat(settings().getString("expireTo")).isEqualTo("bury");
        wire.put(TUBE, "{\"expiresAfterMs\":0}").is(200);
        assertThat(settings().containsKey("expiresAfterMs")).isFalse();
        assertThat(settings().getString("expireTo")).isEqualTo("bury");
        wire.put(TUBE, "{\"expireTo\":\"drop\"}").is(200);
        assertThat(settings().fieldNames()).doesNotContain("expiresAfterMs", "expireTo");
    }

    @Test
    void aJobShowsWhenItExpires() {
        wire.put(JOB + "?expiresAt=" + LATE, "x").is(201);
        assertThat(wire.get(JOB).is(200).json().getString("expiresAt")).isEqualTo(LATE);
        assertThat(wire.get(JOB + "/explain").is(200).json().getString("expiresAt"))
                .isEqualTo(LATE);
        JsonObject held =
                wire.post(TUBE + "/consume").is(200).json().getJsonArray("jobs").getJsonObject(0);
        assertThat(held.getString("expiresAt")).isEqualTo(LATE);
        assertThat(wire.get(JOB + "/explain").is(200).json().containsKey("expiresAt"))
                .isFalse();
        assertThat(wire.get(TUBE + "/jobs?state=retained").is(200).text()).contains("\"expiresAt\":\"" + LATE + "\"");
    }

    @Test
    void batchSetsTheExpiryOfEachJob() {
        String both = "[{\"id\":\"a\",\"payload\":1,\"expiresAt\":\"" + LATE + "\"},"
                + "{\"id\":\"b\",\"payload\":1,\"expiresAfterMs\":60000},{\"id\":\"c\",\"payload\":1}]";
        wire.post(TUBE + "/jobs", both).is(200);
        JsonObject second = wire.get(TUBE + "/jobs/b").is(200).json();
        Instant created = Instant.parse(second.getString("createdAt"));
        assertThat(Instant.parse(second.getString("expiresAt"))).isEqualTo(created.plusSeconds(60));
        assertThat(wire.get(TUBE + "/jobs/c").is(200).json().containsKey("expiresAt"))
                .isFalse();
    }

    @Test
    void jobExpiresWithoutAConsumer() {
        wire.put(JOB + "?expiresAfterMs=1", "x").is(201);
        awaitTotal("expiredUnstarted");
        wire.get(JOB).is(404);
    }

    @Test
    void expiredJobIsBuriedWithoutAConsumer() {
        wire.put(TUBE, "{\"expiresAfterMs\":1,\"expireTo\":\"bury\"}").is(201);
        wire.put(JOB, "x").is(201);
        awaitTotal("buried");
        JsonObject failed = wire.get(JOB).is(200).json();
        assertThat(failed.getString("state")).isEqualTo("failed");
        assertThat(failed.getString("reason")).isEqualTo("expired before it was begun");
        assertThat(wire.get(JOB + "/history").is(200).text())
                .contains("\"what\":\"expiredUnstarted\",\"reason\":\"expired before it was begun\"");
        assertThat(total("expiredUnstarted")).isZero();
    }

    @Test
    void aJobIsDueBeforeItExpires() {
        wire.put(JOB + "?expiresAfterMs=5000&delayMs=5000", "x")
                .isBadRequest("expiresAfterMs: expected more than delayMs, 5000");
        wire.put(JOB + "?expiresAt=2100-01-01T00:00:00Z&dueAt=2100-01-01T00:00:00Z", "x")
                .isBadRequest("expiresAt: expected an instant after dueAt");
        wire.put(JOB + "?expiresAt=2020-01-01T00:00:00Z", "x").isBadRequest("expiresAt: expected an instant after");
        wire.put(JOB + "?expiresAfterMs=5000&dueAt=2100-01-01T00:00:00Z", "x")
                .isBadRequest("expiresAfterMs: expected an instant after dueAt");
        wire.put(JOB + "?expiresAfterMs=5000&expiresAt=" + LATE, "x")
                .isBadRequest("expiresAfterMs, expiresAt: expected at most one of them, got both");
        wire.put(TUBE, "{\"expiresAfterMs\":5000}").is(200);
        wire.put(JOB + "?delayMs=5000", "x").isBadRequest("expiresAfterMs: expected more than the delay");
        wire.put(JOB + "?delayMs=5000&expiresAfterMs=60000", "x").is(201);
        wire.send("PATCH", JOB, "{\"delayMs\":60000}".getBytes(UTF_8))
                .isBadRequest("dueAt: expected an instant before");
    }

    @Test
    void oneThatWouldExpireAtOnceMayBeLate() {
        wire.put(JOB + "?dueAt=2020-01-01T00:00:00Z&expiresAt=2020-01-01T00:00:01Z", "x")
                .is(201);
        awaitTotal("expiredUnstarted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "4294967295001", "1.5", "\"1000\"", "null"})
    void aBadTimeIsRefusedByName(String time) {
        assertThat(wire.put(TUBE, "{\"expiresAfterMs\":" + time + "}").is(400).text())
                .contains("expiresAfterMs");
        assertThat(wire.post(TUBE + "/jobs", "{\"payload\":1,\"expiresAfterMs\":" + time + "}")
                        .is(400)
                        .text())
                .contains("expiresAfterMs");
    }

    @ParameterizedTest
    @CsvSource({"expiresAfterMs,0", "expiresAt,5", "expiresAt,'\"soon\"'"})
    void aBadFieldOfAJobIsRefusedByName(String field, String value) {
        assertThat(wire.post(TUBE + "/jobs", "{\"payload\":1,\"" + field + "\":" + value + "}")
                        .is(400)
                        .text())
                .contains(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"Drop\"", "\"fail\"", "5", "\"\""})
    void whatBecomesOfThemIsOneOfTwo(String to) {
        assertThat(wire.put(TUBE, "{\"expireTo\":" + to + "}").is(400).text()).contains("expireTo");
    }
}
