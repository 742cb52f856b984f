package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.process.FreePorts;
import io.grape.redis.TestRedis;
import io.grape.server.app.DoctorOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The doctor, waiting through a proxy. */
class DoctorThroughProxyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    @TempDir
    Path directory = Path.of("");

    @Test
    void aProxyThatHangsUpIsWarnedOf() throws IOException {
        try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread cutter = new Thread(() -> cutEach(proxy), "proxy");
            cutter.setDaemon(true);
            cutter.start();
            DoctorOutput said = through(proxy.getLocalPort(), 60_000);
            assertThat(said.status()).isZero();
            assertThat(said.findings())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith(
                                    "warn        through: expected status 200 after a wait of 60000 ms, got a cut after ")
                            .contains("remedy: give the proxy an idle time-out above the longest waitMs"));
        }
    }

    @Test
    void anHaproxyThatWaitsTooShortIsWarnedOf() throws IOException {
        int port = FreePorts.one();
        Path config = Files.writeString(
                directory.resolve("haproxy.cfg"),
                String.format(Locale.ROOT, """
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 75s
                  timeout server 2s
                frontend clients
                  bind 127.0.0.1:%d
                  default_backend brokers
                backend brokers
                  server one 127.0.0.1:%d
                """, port, broker.uri(0, "/").getPort()));
        Process haproxy = haproxy(config);
        try {
            await().atMost(PATIENCE).until(() -> answers(port));
            assertThat(through(port, 1_000).findings())
                    .contains("ok          through: a wait of 1000 ms got its response");
            assertThat(through(port, 60_000).findings())
                    .anySatisfy(line -> assertThat(line)
                            .startsWith(
                                    "warn        through: expected status 200 after a wait of 60000 ms, got status 504 ")
                            .contains("HAProxy timeout server"));
        } finally {
            haproxy.destroyForcibly();
        }
    }

    private static Process haproxy(Path config) throws IOException {
        try {
            return new ProcessBuilder("haproxy", "-db", "-f", config.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            System.err.println("SKIPPED: no HAProxy to try the doctor through: " + e.getMessage());
            return Assumptions.abort("no HAProxy");
        }
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aWaitThatIsAnsweredIsRight() {
        DoctorOutput said = through(broker.uri(0, "/").getPort(), 500);
        assertThat(said.status()).isZero();
        assertThat(said.findings()).contains("ok          through: a wait of 500 ms got its response");
    }

    @Test
    void noTubeThatSomebodyMadeIsConsumedFrom() throws IOException {
        broker.call("PUT", "/v1/tubes/grape-doctor/jobs/a", "payload", "text/plain");

        assertThat(through(broker.uri(0, "/").getPort(), 100).findings())
                .contains("ok          through: a wait of 100 ms got its response");

        assertThat(broker.call("GET", "/v1/tubes/grape-doctor/jobs/a").body()).contains("\"state\":\"ready\"");
        assertThat(broker.call("GET", "/v1/tubes").body())
                .contains("grape-doctor")
                .doesNotContain("grape-doctor-");
    }

    private static DoctorOutput through(int port, int waitMillis) {
        return DoctorOutput.to(
                "--redis=" + TestRedis.uri(), "--through=http://127.0.0.1:" + port, "--through-wait-ms=" + waitMillis);
    }

    /** Reads the head of each request, and hangs up. */
    private static void cutEach(ServerSocket proxy) {
        while (!proxy.isClosed()) {
            try (Socket client = proxy.accept()) {
                client.getInputStream().read();
            } catch (IOException e) {
                return;
            }
        }
    }
}
