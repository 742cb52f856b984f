package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.TestRedis;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** A broker that is told how long a payload may be. */
final class MaxPayloadTest {
    private static final int MANY = 3 * 1024 * 1024;

    private static GrapeServer start() {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 100, MANY, null),
                new StoreOptions(
                        null, TestRedis.newNamespace(), Path.of("."), Duration.ofSeconds(20), Duration.ZERO, true),
                new MetricsOptions(100),
                new RepairOptions(0));
        return GrapeServer.start(config, TestRedis.uri());
    }

    @Test
    void longerOnesAreTakenAndHandedOutAndStillLongerOnesAreRefusedByBothApis() {
        GrapeServer broker = start();
        try {
            check(Wire.to(URI.create("http://127.0.0.1:" + broker.httpPort())));
        } finally {
            broker.close().await();
        }
    }

    private static void check(Wire wire) {
        byte[] most = new byte[MANY];
        byte[] more = new byte[MANY + 1];
        wire.send("PUT", "/v1/tubes/t/jobs/a", most).is(201);
        wire.send("PUT", "/v1/tubes/t/jobs/b", more).isProblem(413, "TOO_LARGE", "body: expected at most " + MANY);
        String base64 = Base64.getEncoder().encodeToString(more);
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"b\",\"payloadBase64\":\"" + base64 + "\"}")
                .isProblem(413, "TOO_LARGE", "payload: expected at most " + MANY + " bytes, got " + (MANY + 1));
        Wire.Answer refused =
                wire.send("POST", "/api/job/produce?tube=t&jid=b", more).is(413);
        assertThat(refused.json().getString("desc")).contains("at most " + MANY + " bytes", "--max-payload-bytes");
        assertThat(wire.send("POST", "/api/job/produce?tube=t&jid=c", most)
                        .is(200)
                        .text())
                .isEqualTo("true");
        assertThat(wire.get("/v1/tubes/t/jobs/a/payload").bytes()).hasSize(MANY);
        for (int i = 0; i < 2; i++) {
            assertThat(wire.post("/v1/tubes/t/consume").list("jobs")).hasSize(1);
        }
    }
}
