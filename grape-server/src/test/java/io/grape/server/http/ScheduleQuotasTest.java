package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The jobs of schedules count against quotas. */
class ScheduleQuotasTest {
    private static final String SCHEDULES = "/v1/tubes/t/schedules/";
    private static final String S = SCHEDULES + "s";
    private static final String HOURLY = "{\"everyMs\":3600000}";
    /** Eight occurrences of an hourly schedule. */
    private static final String BACKFILL = S + "/backfill?from=2026-01-01T00:00:00Z&to=2026-01-01T08:00:00Z";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private String shop = "";

    private Answer send(String token, String method, String path, String body) {
        return Wire.to(brokers).send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + token);
    }

    private Answer admin(String method, String path, String body) {
        return send(brokers.adminToken(), method, path, body);
    }

    private void quota(String limits) {
        assertThat(admin("PUT", "/v1/quotas/shop", limits).status()).isIn(200, 201);
    }

    /** One job in more than a day. */
    private void burst(int jobs) {
        quota("{\"produce\":{\"perSecond\":0.00001,\"burst\":" + jobs + "}}");
    }

    private static void assertRefused(Answer answer) {
        JsonObject problem = answer.is(429).json();
        assertThat(problem.getString("code")).isEqualTo("QUOTA_EXCEEDED");
        assertThat(problem.getString("detail")).contains("quota shop: produce");
        assertThat(Long.parseLong(answer.header("Retry-After"))).isGreaterThan(80_000);
    }

    @BeforeEach
    void begin() {
        admin("PUT", "/v1/tubes/t", "{}").is(201);
        admin("PUT", S, HOURLY).is(201);
        shop = admin("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"produce\"]}")
                .is(201)
                .json()
                .getString("token");
    }

    @Test
    void runCountsAgainstTheQuotaOfItsCaller() {
        burst(2);
        send(shop, "POST", S + "/run", "").is(201);
        send(shop, "POST", S + "/run", "").is(201);
        assertRefused(send(shop, "POST", S + "/run", ""));
        send(shop, "PUT", "/v1/tubes/t/jobs/a", "x").is(429);
        admin("POST", S + "/run", "").is(201);
    }

    @Test
    void backfillCreatesAsManyJobsAsTheQuotaAllows() {
        burst(5);
        assertThat(send(shop, "POST", BACKFILL, "").is(200).text())
                .isEqualTo("{\"created\":5,\"existing\":0,\"refused\":3,\"reason\":\"QUOTA_EXCEEDED\"}");
        assertRefused(send(shop, "POST", BACKFILL, ""));
        assertThat(admin("POST", BACKFILL, "").is(200).json().getInteger("created"))
                .isEqualTo(3);
    }

    @Test
    void occurrencesThatAreThereAlreadyDoNotCount() {
        admin("POST", BACKFILL.replace("08:00", "05:00"), "").is(200);
        burst(2);
        assertThat(send(shop, "POST", BACKFILL, "").is(200).text())
                .isEqualTo("{\"created\":2,\"existing\":5,\"refused\":1,\"reason\":\"QUOTA_EXCEEDED\"}");
    }

    @Test
    void callsThatMakeJobsOfSchedulesAreInFlightOnlyWhileTheyRun() {
        quota("{\"produce\":{\"perSecond\":100000},\"inFlight\":1}");
        for (int i = 0; i < 3; i++) {
            send(shop, "POST", S + "/run", "").is(201);
            send(shop, "POST", BACKFILL, "").is(200);
            assertThat(send(shop, "PUT", S, HOURLY).status()).isEqualTo(200);
        }
        assertThat(admin("GET", "/v1/quotas/shop", "")
                        .json()
                        .getJsonObject("use")
                        .getInteger("inFlight"))
                .isZero();
    }

    @Test
    void putCountsTheOccurrenceThatItMakes() {
        burst(2);
        String every = "{\"everyMs\":7200000}";
        send(shop, "PUT", SCHEDULES + "a", every).is(201);
        send(shop, "PUT", SCHEDULES + "a", every).is(200);
        send(shop, "PUT", SCHEDULES + "paused", "{\"everyMs\":7200000,\"paused\":true}")
                .is(201);
        send(shop, "PUT", SCHEDULES + "b", every).is(201);
        assertRefused(send(shop, "PUT", SCHEDULES + "c", every));
        admin("GET", SCHEDULES + "c", "").is(404);
    }

    @Test
    void ticksCountAgainstTheQuotaOfTheClientThatPutTheSchedule() {
        burst(3);
        send(shop, "PUT", SCHEDULES + "each", "{\"everyMs\":1000}").is(201);
        admin("PUT", SCHEDULES + "free", "{\"everyMs\":1000}").is(201);
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            JsonObject each = admin("GET", SCHEDULES + "each", "").json();
            assertThat(each.getInteger("skipped")).isPositive();
            assertThat(each.getJsonObject("last").getJsonObject("skipped").getString("reason"))
                    .isEqualTo("QUOTA_EXCEEDED");
            assertThat(each.getInteger("created")).isEqualTo(3);
        });
        await().atMost(Duration.ofMinutes(1))
                .until(() -> admin("GET", SCHEDULES + "free", "").json().getInteger("created") > 5);
        assertRefused(send(shop, "POST", S + "/run", ""));
        quota("{\"inFlight\":1}");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> admin("GET", SCHEDULES + "each", "").json().getInteger("created") > 4);
    }

    @Test
    void templatesCountAgainstTheBytesOfTheTube() {
        admin("PUT", "/v1/tubes/t", "{\"limits\":{\"maxBytes\":1000}}").is(200);
        String large = new JsonObject(HOURLY)
                .put("payload", "x".repeat(2000))
                .put("paused", true)
                .encode();
        Answer full = send(shop, "PUT", SCHEDULES + "large", large).is(429);
        assertThat(full.json().getString("code")).isEqualTo("TUBE_FULL");
        admin("GET", SCHEDULES + "large", "").is(404);
    }

    @Test
    void callThatChangesNothingWorksWithoutAnyQuotaLeft() {
        burst(1);
        send(shop, "PUT", SCHEDULES + "a", HOURLY).is(201);
        String rev = admin("GET", SCHEDULES + "a", "").header("ETag");
        for (int i = 0; i < 3; i++) {
            send(shop, "PUT", SCHEDULES + "a", HOURLY).is(200);
        }
        assertThat(Wire.to(brokers)
                        .send(
                                "PUT",
                                SCHEDULES + "a",
                                HOURLY.getBytes(UTF_8),
                                "Authorization",
                                "Bearer " + shop,
                                "If-Match",
                                rev)
                        .status())
                .isEqualTo(200);
        assertRefused(send(shop, "PUT", SCHEDULES + "a", "{\"everyMs\":7200000}"));
        assertRefused(send(shop, "PUT", SCHEDULES + "a", "{\"everyMs\":3600000,\"payload\":1}"));
        admin("POST", SCHEDULES + "a/pause", "").is(200);
        send(shop, "PUT", SCHEDULES + "a", HOURLY).is(200);
        assertRefused(send(shop, "PUT", SCHEDULES + "a", "{\"everyMs\":3600000,\"paused\":false}"));
    }

    @Test
    void callThatIsRefusedDoesNotCount() {
        String manager = admin("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"produce\",\"admin\"]}")
                .is(201)
                .json()
                .getString("token");
        burst(1);
        for (int i = 0; i < 3; i++) {
            Wire.to(brokers)
                    .send(
                            "PUT",
                            S,
                            "{\"everyMs\":7200000}".getBytes(UTF_8),
                            "Authorization",
                            "Bearer " + shop,
                            "If-Match",
                            "\"1\"")
                    .is(409);
            send(shop, "PUT", "/v1/tubes/none/schedules/s", HOURLY).is(404);
            send(shop, "POST", SCHEDULES + "none/run", "").is(404);
            send(manager, "POST", SCHEDULES + "none/resume", "").is(404);
            send(manager, "POST", S + "/resume", "").is(200);
        }
        admin("PUT", "/v1/tubes/t/gates/g", "{\"match\":{\"all\":true},\"mode\":\"refuse\"}")
                .is(201);
        send(shop, "POST", S + "/run", "").is(409);
        admin("DELETE", "/v1/tubes/t/gates/g", "").is(204);
        send(shop, "PUT", SCHEDULES + "a", HOURLY).is(201);
        assertRefused(send(shop, "POST", S + "/run", ""));
    }
}
