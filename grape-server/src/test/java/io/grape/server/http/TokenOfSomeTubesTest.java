package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Sample;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a token that is restricted to some tubes sees and does. */
class TokenOfSomeTubesTest {
    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private String token(String tubes, String scope) {
        return Wire.to(brokers).token(brokers.adminToken(), tubes, scope);
    }

    @Test
    void whoMayUseSomeTubesOnlyMakesNobodyWhoMayUseMore() {
        String bound = token("shop.", "admin");
        Wire wire = Wire.to(brokers);
        wire.post("/v1/tokens", "{\"name\":\"more\",\"scopes\":[\"admin\"]}", "Authorization", bound)
                .isProblem(403, "FORBIDDEN", "all tubes");
        wire.put("/v1/users/eve", "{\"password\":\"long enough\"}", "Authorization", bound)
                .isProblem(403, "FORBIDDEN", "all tubes");
        wire.send("GET", "/v1/users", new byte[0], "Authorization", bound).isProblem(403, "FORBIDDEN", "all tubes");
        wire.send("GET", "/metrics", new byte[0], "Authorization", bound)
                .isProblem(403, "FORBIDDEN", "the metrics name every tube");
    }

    @Test
    void theForecastForSomeTubesIsMadeOfWhatIsFinishedInThem() {
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String[] shop = {"Authorization", token("shop.", "admin")};
        Wire wire = Wire.to(brokers);
        wire.put("/v1/tubes/shop.a/jobs/j", "x", admin).is(201);
        wire.put("/v1/tubes/shop.a/jobs/later?delayMs=600000", "x", admin).is(201);
        String lease = wire.post("/v1/tubes/shop.a/consume", "", shop)
                .is(200)
                .first("jobs")
                .getString("lease");
        try (RedisStore store = TestRedis.open(TestRedis.uri(), brokers.namespace())) {
            join(store.samples().add(new Sample(Map.of(TubeCounter.FINISHED, 610L), Lateness.NONE)));
            assertThat(forecast(admin)).isNull();
            assertThat(forecast(shop)).isNull();
            wire.post("/v1/tubes/shop.a/jobs/j/finish?lease=" + lease, "", shop).is(200);
            join(store.samples().add(new TubeName("shop.a"), Lateness.NONE, RunTimes.NONE));
            assertThat(forecast(admin)).isNotNull();
            assertThat(forecast(shop)).isNotNull();
        }
    }

    @Test
    void howManyOperationsRunIsToldOfThoseThatOneMaySee() {
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String[] shop = {"Authorization", token("shop.", "admin")};
        Wire wire = Wire.to(brokers);
        for (int i = 0; i < 60; i++) {
            wire.put("/v1/tubes/other/jobs/j" + i + "?delayMs=600000", "x", admin)
                    .is(201);
        }
        String slow = "{\"kind\":\"kick\",\"tube\":\"other\",\"state\":\"delayed\",\"perSecond\":1}";
        String id = wire.post("/v1/operations", slow, admin).is(202).json().getString("id");
        assertThat(running(admin)).isEqualTo(1);
        assertThat(running(shop)).isZero();
        wire.post("/v1/operations/" + id + "/pause", "", admin).is(200);
        assertThat(running(admin)).isZero();
    }

    private int running(String... headers) {
        return Wire.to(brokers)
                .send("GET", "/v1/operations", new byte[0], headers)
                .is(200)
                .json()
                .getInteger("running");
    }

    private Object forecast(String... headers) {
        return Wire.to(brokers)
                .send("GET", "/v1/due-times", new byte[0], headers)
                .is(200)
                .json()
                .getValue("forecast");
    }

    private static void join(CompletionStage<?> stage) {
        stage.toCompletableFuture().join();
    }

    @Test
    void aTokenOfSomeTubesSeesAndUsesNoOthers() {
        String admin = "Bearer " + brokers.adminToken();
        Wire wire = Wire.to(brokers);
        wire.put("/v1/tubes/shop.a/jobs/j", "x", "Authorization", admin).is(201);
        wire.put("/v1/tubes/other/jobs/j", "x", "Authorization", admin).is(201);
        String[] shop = {"Authorization", token("shop.", "admin")};

        assertThat(wire.send("GET", "/v1/tubes", new byte[0], shop).is(200).text())
                .contains("shop.a")
                .doesNotContain("other");
        assertThat(wire.send("GET", "/api/tube/list", new byte[0], shop).is(200).text())
                .isEqualTo("[\"shop.a\"]");
        assertThat(wire.send("GET", "/api/tube/stats", new byte[0], shop)
                        .is(200)
                        .text())
                .doesNotContain("other");
        wire.post("/v1/consume?tubes=shop.a,other", "", shop).isProblem(403, "FORBIDDEN", "tube other");
        wire.post("/v1/tubes/shop.a/consume", "", shop).is(200);
        wire.put("/v1/tubes/other/jobs/k", "x", shop).isProblem(403, "FORBIDDEN", "shop.");
        wire.send("GET", "/api/job/peek?TUBE=other", new byte[0], shop).is(403);
        wire.post("/api/tube/delete?tube=other", "", shop).is(403);
    }

    private static final String MOVE =
            "{\"kind\":\"move\",\"tube\":\"shop.a\",\"state\":\"delayed\",\"to\":\"other.b\",\"perSecond\":1}";

    /** A paused move out of a tube of the token into another one. */
    private String pausedMove(Wire wire, String... admin) {
        for (int i = 0; i < 60; i++) {
            wire.put("/v1/tubes/shop.a/jobs/j" + i + "?delayMs=600000", "x", admin)
                    .is(201);
        }
        String id = wire.post("/v1/operations", MOVE, admin).is(202).json().getString("id");
        wire.post("/v1/operations/" + id + "/pause", "", admin).is(200);
        return "/v1/operations/" + id;
    }

    @Test
    void tokenOfOneTubeOfAMoveChangesNothingOfIt() {
        Wire wire = Wire.to(brokers);
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String operation = pausedMove(wire, admin);
        for (String tubes : List.of("shop.", "other.")) {
            String[] bound = {"Authorization", token(tubes, "admin")};
            for (String verb : List.of("/resume", "/pause", "/cancel")) {
                Wire.Answer refused = wire.post(operation + verb, "", bound);
                refused.isProblem(403, "FORBIDDEN", "another tube");
                assertThat(refused.text()).doesNotContain(tubes.equals("shop.") ? "other.b" : "shop.a");
            }
        }
        assertThat(wire.send("GET", operation, new byte[0], admin).json().getString("state"))
                .isEqualTo("paused");
        String[] both = {
            "Authorization",
            "Bearer "
                    + wire.post(
                                    "/v1/tokens",
                                    "{\"name\":\"both\",\"scopes\":[\"admin\"],\"tubes\":[\"shop.\",\"other.\"]}",
                                    admin)
                            .is(201)
                            .json()
                            .getString("token")
        };
        wire.post(operation + "/cancel", "", both).is(200);
    }

    @Test
    void namesOfOtherTubesAreHiddenInOperationsAndInTheAuditLog() {
        Wire wire = Wire.to(brokers);
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String operation = pausedMove(wire, admin);
        String[] shop = {"Authorization", token("shop.", "admin")};
        String[] other = {"Authorization", token("other.", "admin")};
        wire.post("/v1/operations", MOVE.replace("\"perSecond\":1", "\"reason\":\"" + "x".repeat(600) + "\""), admin);
        for (String path : List.of(operation, "/v1/operations", "/v1/audit")) {
            assertThat(wire.send("GET", path, new byte[0], shop).is(200).text())
                    .as(path)
                    .doesNotContain("other.b")
                    .contains("***");
            assertThat(wire.send("GET", path, new byte[0], admin).is(200).text())
                    .as(path)
                    .contains("other.b")
                    .doesNotContain("***");
            assertThat(wire.send("GET", path, new byte[0], other).text())
                    .as(path)
                    .doesNotContain("shop.a");
        }
    }

    @Test
    void streamOfOperationsHidesTheTargetOfAMove() throws IOException {
        Wire wire = Wire.to(brokers);
        pausedMove(wire, "Authorization", "Bearer " + brokers.adminToken());
        String first = firstEvent("/v1/stream?topics=operations", token("shop.", "admin"));
        assertThat(first).contains("shop.a").contains("***").doesNotContain("other.b");
    }

    private String firstEvent(String path, String token) throws IOException {
        HttpURLConnection stream =
                (HttpURLConnection) brokers.uri(0, path).toURL().openConnection();
        stream.setRequestProperty("Authorization", token);
        stream.setReadTimeout(30_000);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.startsWith("data:")) {
                line = lines.readLine();
            }
            return String.valueOf(line);
        } finally {
            stream.disconnect();
        }
    }

    @Test
    void historyOfAMovedJobHidesATubeThatTheTokenMayNotUse() {
        Wire wire = Wire.to(brokers);
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        wire.put("/v1/tubes/other.b/jobs/j?delayMs=600000", "x", admin).is(201);
        String back = "{\"kind\":\"move\",\"tube\":\"other.b\",\"state\":\"delayed\",\"to\":\"shop.a\"}";
        wire.post("/v1/operations", back, admin).is(202);
        String history = "/v1/tubes/shop.a/jobs/j/history";
        await().atMost(Duration.ofSeconds(30))
                .until(() -> wire.send("GET", history, new byte[0], admin).status() == 200);
        assertThat(wire.send("GET", history, new byte[0], admin).text()).contains("\"reason\":\"other.b\"");
        assertThat(wire.send("GET", history, new byte[0], "Authorization", token("shop.", "admin"))
                        .is(200)
                        .text())
                .contains("\"reason\":\"***\"")
                .doesNotContain("other.b");
    }
}
