package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Programs;
import io.grape.process.FreePorts;
import io.grape.server.ServerExtension;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers behind HAProxy with its defaults: without abortonclose it looks at a client only when it has something to write. */
@Tag("slow")
class PresenceBehindHaproxyTest {
    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.ofOneAddress(2);

    @TempDir
    private Path directory;

    private Process haproxy;
    private Wire wire;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Programs.find("haproxy").isPresent(), "HAProxy is not there");
        int port = FreePorts.one();
        Path configuration = Files.writeString(
                directory.resolve("haproxy.cfg"),
                String.join(
                        "\n",
                        "defaults",
                        "  mode http",
                        "  timeout connect 2s",
                        "  timeout client 75s",
                        "  timeout server 75s",
                        "frontend http",
                        "  bind 127.0.0.1:" + port,
                        "  default_backend brokers",
                        "backend brokers",
                        "  balance roundrobin",
                        "  server one 127.0.0.1:" + brokers.uri(0, "/").getPort(),
                        "  server two 127.0.0.1:" + brokers.uri(1, "/").getPort(),
                        ""));
        haproxy = new ProcessBuilder("haproxy", "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("haproxy.log").toFile())
                .start();
        wire = Wire.to(URI.create("http://127.0.0.1:" + port));
        await().atMost(SOON).ignoreExceptions().until(() -> wire.get("/version").status() == 200);
    }

    @AfterEach
    void stop() {
        if (haproxy != null) {
            haproxy.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deathOfAWorkerIsSeenThroughIt(boolean resets) throws InterruptedException {
        wire.put("/v1/tubes/t/jobs/a?ttrMs=600000", "1").is(201);
        WorkerSocket stream = WorkerSocket.open(wire.port(), "worker-1");
        wire.post("/v1/tubes/t/consume", "", "Grape-Worker", "worker-1").is(200);
        Thread.sleep(4000);
        assertThat(wire.get("/v1/tubes/t/jobs/a").json().getString("state")).isEqualTo("retained");
        long start = System.nanoTime();
        if (resets) {
            stream.reset();
        } else {
            stream.close();
        }
        await().atMost(SOON)
                .until(() ->
                        wire.get("/v1/tubes/t/jobs/a").json().getString("state").equals("ready"));
        System.out.println("behind HAProxy a dead worker's job was ready after "
                + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
    }
}
