package io.grape.server.http.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RawRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.ServerExtension;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.Wire;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who did what is written down before the answer, and pages of other sites do nothing. */
class AuditTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private static List<String> said(Wire wire, String query) {
        return wire.get("/v1/audit" + query).is(200).list("entries").stream()
                .map(JsonObject.class::cast)
                .map(entry -> entry.getString("action") + " " + entry.getString("tube") + " "
                        + entry.getString("target") + " " + entry.getString("outcome"))
                .toList();
    }

    @Test
    void everyActHasOneEntryWithItsOutcomeWhenItIsAnswered() {
        Wire wire = Wire.to(server);
        wire.put("/v1/tubes/t", "").is(201);
        wire.put("/v1/tubes/t", "{\"ttrMs\":5000}").is(200);
        wire.post("/v1/tubes/t/pause?reason=rest").is(200);
        wire.post("/v1/tubes/t/resume").is(200);
        wire.post("/v1/tubes/t/jobs/none/kick").is(404);
        wire.post("/v1/tubes/t/kick?max=3").is(200);
        wire.post("/api/tube/create?tube=u").is(200);
        wire.delete("/v1/tubes/t?confirm=t").is(204);
        assertThat(said(wire, ""))
                .containsExactly(
                        "tube.delete t null ok",
                        "tube.create u null ok",
                        "jobs.kick t null ok",
                        "job.kick t none failed:JOB_NOT_FOUND",
                        "tube.resume t null ok",
                        "tube.pause t null ok",
                        "tube.configure t null ok",
                        "tube.create t null ok");
        assertThat(said(wire, "?tube=u")).containsExactly("tube.create u null ok");
        assertThat(said(wire, "?action=jobs.kick&actor=anonymous")).hasSize(1);
        JsonObject page = wire.get("/v1/audit?limit=3").json();
        assertThat(page.getJsonArray("entries")).hasSize(3);
        assertThat(said(wire, "?limit=10&cursor=" + page.getString("next"))).hasSize(5);
        assertThat(page.getJsonArray("entries").getJsonObject(0).getString("detail"))
                .isEqualTo("confirm=t");
    }

    @Test
    void whoSteersAnOperationIsFoundUnderItsTube() {
        Wire wire = Wire.to(server);
        wire.put("/v1/tubes/t/jobs/a?delayMs=60000", "x").is(201);
        String what = "{\"kind\":\"kick\",\"tube\":\"t\",\"state\":\"failed\"}";
        String id = wire.post("/v1/operations", what).is(202).json().getString("id");
        for (String verb : List.of("pause", "resume", "cancel")) {
            wire.post("/v1/operations/" + id + "/" + verb);
            wire.post("/v1/operations/none/" + verb).is(404);
        }
        assertThat(said(wire, "?tube=t"))
                .extracting(entry -> entry.substring(0, entry.lastIndexOf(' ')))
                .containsExactly(
                        "operation.cancel t " + id,
                        "operation.resume t " + id,
                        "operation.pause t " + id,
                        "operation.start t null");
    }

    /** A client cancels jobs of its own all day long. */
    @Test
    void aCancelIsWrittenDownWhenAPageDoesIt() {
        Wire wire = Wire.to(server);
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        wire.put("/v1/tubes/t/jobs/b", "x").is(201);
        wire.delete("/v1/tubes/t/jobs/a").is(204);
        wire.send("DELETE", "/v1/tubes/t/jobs/b", new byte[0], "X-Grape-Console", "1")
                .is(204);
        assertThat(said(wire, "")).containsExactly("job.delete t b ok");
    }

    @Test
    void aPageOfAnotherSiteChangesNothingThoughNobodyIsAsked() {
        Wire wire = Wire.to(server);
        String job = "/v1/tubes/t/jobs/a";
        wire.put(job, "x", "Sec-Fetch-Site", "cross-site").isProblem(403, "FORBIDDEN", "Sec-Fetch-Site");
        wire.put(job, "x", "Sec-Fetch-Site", "same-site").is(403);
        wire.put(job, "x", "Origin", "http://evil.example").isProblem(403, "FORBIDDEN", "Origin");
        wire.put(job, "x", "Origin", "null").is(403);
        wire.send("GET", "/api/job/consume?tube=t", new byte[0], "Sec-Fetch-Site", "cross-site")
                .is(403);
        wire.put(job, "x", "Origin", "http://127.0.0.1:" + wire.port(), "Sec-Fetch-Site", "same-origin")
                .is(201);
        wire.send("GET", job, new byte[0], "Sec-Fetch-Site", "cross-site").is(200);
    }

    @Test
    void whatCannotBeWrittenDownIsNotDone(@TempDir Path data) {
        try (EmbeddedRedis redis = EmbeddedRedis.durable(data)) {
            GrapeServer broker = GrapeServer.start(
                    new ServerConfig(
                            new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 100),
                            new StoreOptions(null, "grape", data, Duration.ofSeconds(2), Duration.ZERO, true),
                            new MetricsOptions(1),
                            new RepairOptions(0)),
                    redis.uri());
            try (RawRedis raw = RawRedis.to(redis.uri())) {
                raw.commands().set("grape:audit", "no log");
                Wire wire = Wire.to(URI.create("http://127.0.0.1:" + broker.httpPort()));
                Answer refused = wire.put("/v1/tubes/t", "");
                assertThat(refused.status()).isNotEqualTo(201);
                wire.get("/v1/tubes/t").is(404);
            } finally {
                broker.close().await();
            }
        }
    }
}
