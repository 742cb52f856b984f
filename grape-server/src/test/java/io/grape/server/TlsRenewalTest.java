package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestKeys;
import io.grape.redis.TestRedis;
import io.grape.server.address.TrustedProxies;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.connection.HttpLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each port of a broker with TLS: what it does with clients that renegotiate, and with a renewed certificate. */
@Tag("slow")
final class TlsRenewalTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Path directory;
    private final Tls served;

    TlsRenewalTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        this.served = tls("served");
    }

    private Tls tls(String name) throws IOException {
        return new Tls(Files.createDirectories(directory.resolve(name)));
    }

    /** With all three ports. */
    private GrapeServer start(KeyStore keys) throws IOException, GeneralSecurityException {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 100),
                new StoreOptions(
                        null, TestRedis.newNamespace(), directory, Duration.ofSeconds(20), Duration.ZERO, true),
                new MetricsOptions(1),
                new RepairOptions(0),
                new ConsoleOptions(0, false, "/"),
                new AccessOptions(
                        false, served.files(keys), null, 4, Set.of(), TrustedProxies.NONE, AccessOptions.USUAL_TUBES),
                new BeanstalkdOptions(0, false, "127.0.0.1", true, null));
        return GrapeServer.start(config, TestRedis.uri(), HttpLimits.ofConnections(100));
    }

    private static List<Integer> ports(GrapeServer server) {
        return List.of(server.httpPort(), server.consolePort(), server.beanstalkdPort());
    }

    /** A client that takes any certificate, so that a test sees which one it is. */
    private static SSLSocket connect(int port, String... protocols) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAll()}, null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout((int) SOON.toMillis());
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        socket.startHandshake();
        return socket;
    }

    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

        @Override
        public java.security.cert.X509Certificate[] getAcceptedIssuers() {
            return new java.security.cert.X509Certificate[0];
        }
    }

    private static Certificate shown(int port) throws IOException, GeneralSecurityException {
        try (SSLSocket socket = connect(port)) {
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    private static void assertAnswers(SSLSocket socket) throws IOException {
        socket.getOutputStream().write("GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        assertThat(Tls.answer(socket)).contains("200 OK");
    }

    @Test
    void noPortLetsAClientRenegotiate() throws Exception {
        GrapeServer server = start(tls("first").keys("EC"));
        try {
            for (int port : ports(server)) {
                try (SSLSocket socket = connect(port, "TLSv1.2")) {
                    assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
                    assertThatThrownBy(() -> {
                                socket.startHandshake();
                                socket.getOutputStream().write("\r\n".getBytes(US_ASCII));
                                while (socket.getInputStream().read() >= 0) {
                                    // Until the broker has closed it.
                                }
                                throw new IOException("closed");
                            })
                            .as("port %d of %s", port, ports(server))
                            .isInstanceOf(IOException.class)
                            .hasMessageNotContaining("timed out");
                    assertThat(socket.getSession().isValid() && handshakeWorks(socket))
                            .isFalse();
                }
            }
        } finally {
            server.close().await();
        }
    }

    private static boolean handshakeWorks(SSLSocket socket) {
        try {
            socket.startHandshake();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void renewedFilesAreServedOnEachPortWithoutARestart() throws Exception {
        KeyStore first = tls("first").keys("EC");
        KeyStore second = tls("second").keys("RSA");
        GrapeServer server = start(first);
        try (SSLSocket open = connect(server.httpPort())) {
            for (int port : ports(server)) {
                assertThat(shown(port)).isEqualTo(first.getCertificate(TestKeys.NAME));
            }
            served.files(second);
            for (int port : ports(server)) {
                await().atMost(SOON).until(() -> shown(port).equals(second.getCertificate(TestKeys.NAME)));
            }
            assertAnswers(open);
        } finally {
            server.close().await();
        }
    }

    @Test
    void filesThatCannotBeReadLeaveTheOldCertificateServed() throws Exception {
        KeyStore first = tls("first").keys("EC");
        GrapeServer server = start(first);
        try (LogLines log = LogLines.of("io.grape.server.tcp")) {
            Files.writeString(served.directory().resolve("cert.pem"), "");
            server.reload();
            await().atMost(SOON).until(() -> log.seen().stream().anyMatch(line -> line.contains("cannot be used")));
            for (int port : ports(server)) {
                assertThat(shown(port)).isEqualTo(first.getCertificate(TestKeys.NAME));
            }
        } finally {
            server.close().await();
        }
    }

    /** To open a pipe would block the thread that reads the files. */
    @ParameterizedTest
    @ValueSource(strings = {"mkfifo key.pem", "mkdir key.pem", "ln -s /dev/zero key.pem", "truncate -s 2M key.pem"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void fileThatHoldsNoKeyDoesNotEndRenewals(String make) throws Exception {
        KeyStore first = tls("first").keys("EC");
        KeyStore second = tls("second").keys("EC");
        GrapeServer server = start(first);
        try (LogLines log = LogLines.of("io.grape.server.tcp")) {
            Path key = served.directory().resolve("key.pem");
            Files.delete(key);
            assertThat(new ProcessBuilder("sh", "-c", make)
                            .directory(served.directory().toFile())
                            .start()
                            .waitFor())
                    .isZero();
            server.reload();
            await().atMost(SOON)
                    .until(() -> log.seen().stream()
                            .anyMatch(line -> line.contains("cannot be used") && line.contains("key.pem: expected")));
            assertThat(shown(server.httpPort())).isEqualTo(first.getCertificate(TestKeys.NAME));
            Files.delete(key);
            served.files(second);
            await().atMost(SOON).until(() -> shown(server.httpPort()).equals(second.getCertificate(TestKeys.NAME)));
        } finally {
            server.close().await();
        }
    }

    /** A terminal that is closed, and programs that renew certificates, send SIGHUP. */
    @Test
    void hangupReadsTheCertificateAgainAndDoesNotEndTheBroker() throws Exception {
        assumeThatHangupIsDelivered();
        TlsOptions files = served.files(tls("first").keys("EC"));
        KeyStore second = tls("second").keys("EC");
        try (RunningBroker broker = RunningBroker.start(
                "--http-port",
                "0",
                "--console-port",
                "0",
                "--beanstalkd-port",
                "0",
                "--data-dir",
                directory.resolve("data").toString(),
                "--tls-cert",
                files.certificate().toString(),
                "--tls-key",
                files.key().toString())) {
            broker.awaitOut(Pattern.compile("grape is ready"));
            served.files(second);
            hangUp(broker);
            broker.awaitOut(Pattern.compile("SIGHUP"));
            await().atMost(SOON).until(() -> shown(broker.port()).equals(second.getCertificate(TestKeys.NAME)));
            hangUp(broker);
            assertThat(shown(broker.port())).isEqualTo(second.getCertificate(TestKeys.NAME));
            assertThat(broker.process().isAlive()).isTrue();
        }
    }

    @Test
    void hangupDoesNotEndABrokerWithoutTls() throws Exception {
        assumeThatHangupIsDelivered();
        try (RunningBroker broker = RunningBroker.start(
                "--http-port", "0", "--data-dir", directory.resolve("data").toString())) {
            broker.awaitReady();
            hangUp(broker);
            broker.awaitOut(Pattern.compile("SIGHUP"));
            assertThat(broker.call("GET", "/version", "").statusCode()).isEqualTo(200);
            assertThat(broker.terminate()).isZero();
        }
    }

    /** A child process inherits that a signal is ignored, as it is below {@code nohup}, and Java leaves it so. */
    private static void assumeThatHangupIsDelivered() throws IOException {
        Path status = Path.of("/proc/self/status");
        boolean isIgnored = Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line -> line.matches(".*[13579bdf]"));
        assumeFalse(isIgnored, "SKIPPED: this run ignores SIGHUP, as below nohup");
    }

    private static void hangUp(RunningBroker broker) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(
                        "kill", "-HUP", Long.toString(broker.process().pid()))
                .start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
}
