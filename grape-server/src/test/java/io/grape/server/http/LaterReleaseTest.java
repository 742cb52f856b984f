package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.server.LogLines;
import io.grape.server.ServerExtension;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker that meets a tube of a later release says so to whoever asks for it, and serves the others as ever. */
class LaterReleaseTest {
    private static final List<Endpoint> CALLS = V1Calls.all().stream()
            .filter(call -> call.path().contains("{tube}") || call.query().contains("tubes"))
            .toList();

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    @BeforeEach
    void makeOne() {
        for (String tube : new String[] {"later", "known"}) {
            server.call("PUT", "/v1/tubes/" + tube + "/jobs/a", "x", "text/plain");
        }
        layout(5);
    }

    private void layout(int version) {
        redis.commands().hset(server.namespace() + ":{later}:tube", "version", Integer.toString(version));
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private String get(String path) {
        return server.call("GET", path).body();
    }

    @Test
    void callsOfItSayWhatItIs() {
        for (Endpoint call : CALLS) {
            check(call.method().name(), V1Calls.path(call, "later"), V1Calls.body(call));
        }
        check("DELETE", "/v1/tubes/later?confirm=later", "");
    }

    private void check(String method, String path, String body) {
        var answer = server.call(method, path, body, body.isEmpty() ? "text/plain" : "application/json");
        assertThat(answer.statusCode()).as(method + " " + path).isEqualTo(409);
        JsonObject problem = new JsonObject(answer.body());
        assertThat(problem.getString("code")).isEqualTo("WRONG_STATE");
        assertThat(problem.getString("detail"))
                .as(method + " " + path)
                .endsWith("tube later was made by a later release");
    }

    @Test
    void theCallsOfGrape13SaySoInTheirWay() {
        var answer = server.call("GET", "/api/job/consume?tube=later&max=1");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"code\":9999,\"desc\":\"tube later was made by a later release\"}");
    }

    @Test
    void itHidesNoOtherAndTheLogSaysItOnce() {
        server.call("POST", "/v1/tubes/known/consume");
        String operation = "{\"kind\":\"kick\",\"tube\":\"later\",\"state\":\"delayed\",\"perSecond\":1}";
        layout(1);
        for (String id : new String[] {"d", "e", "f"}) {
            server.call("PUT", "/v1/tubes/later/jobs/" + id + "?delayMs=600000", "x", "text/plain");
        }
        assertThat(server.call("POST", "/v1/operations", operation, "application/json")
                        .statusCode())
                .isEqualTo(202);
        layout(5);
        try (LogLines log = LogLines.of("io.grape")) {
            Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(get("/v1/tubes")).contains("\"name\":\"known\"").doesNotContain("\"name\":\"later\"");
                assertThat(get("/metrics")).contains("grape_jobs{state=\"retained\",tube=\"known\"} 1");
                assertThat(get("/v1/overview")).contains("\"count\":2,\"counted\":1");
            });
            Awaitility.await()
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> get("/v1/operations").contains("\"state\":\"running\""));
            assertThat(log.seen())
                    .filteredOn(line -> line.contains("WARN") || line.contains("ERROR"))
                    .hasSizeLessThanOrEqualTo(1)
                    .allMatch(line -> line.contains("tube=later: tube later was made by a later release"));
        }
        layout(1);
        assertThat(server.call("POST", "/v1/tubes/later/consume").statusCode()).isEqualTo(200);
    }
}
