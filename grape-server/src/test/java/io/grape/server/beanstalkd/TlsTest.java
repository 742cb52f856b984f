package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.server.Tls;
import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol over TLS, with the certificate of the HTTP API. */
@Tag("slow")
final class TlsTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final SSLContext trusting;
    private final KeyStore keys;
    private final GrapeServer server;

    TlsTest(@TempDir Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Tls tls = new Tls(directory);
        keys = tls.keys("EC");
        trusting = Tls.contextOf(keys);
        server = tls.serving(keys, false);
    }

    @AfterEach
    void close() {
        server.close().await();
    }

    private SSLSocket socket() throws IOException {
        SSLSocket socket = (SSLSocket)
                trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.beanstalkdPort());
        socket.startHandshake();
        return socket;
    }

    @Test
    void theCertificateIsThatOfHttp() throws IOException, GeneralSecurityException {
        try (SSLSocket socket = socket();
                WireClient client = WireClient.on(socket)) {
            long number = client.put("x".repeat(100_000));
            assertThat(client.call("reserve")).startsWith("RESERVED " + number + " 100000 x");
            assertThat(socket.getSession().getPeerCertificates()[0]).isEqualTo(keys.getCertificate("grape"));
        }
    }

    @Test
    void plainBytesGetNoResponseAndNoConnection() throws IOException {
        try (WireClient plain = WireClient.to(server.beanstalkdPort());
                WireClient other = WireClient.on(socket())) {
            plain.send("put 0 0 60 1\r\nx\r\n");
            assertThat(plain.rest()).doesNotContain("INSERTED");
            assertThat(other.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
            assertThat(other.field("stats", "current-connections")).isEqualTo("1");
        }
    }

    @Test
    void aHandshakeThatDoesNotEndEnds() throws IOException {
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.beanstalkdPort());
                WireClient other = WireClient.on(socket())) {
            silent.setSoTimeout((int) SOON.toMillis());
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThat(other.call("list-tube-used")).isEqualTo("USING default");
        }
    }

    @Test
    void whatAConnectionHeldIsReadyHoweverItEnds() throws IOException {
        try (WireClient other = WireClient.on(socket())) {
            long number = other.put("x");
            for (boolean isReset : List.of(false, true)) {
                WireClient gone = WireClient.on(socket());
                assertThat(gone.reserve()).isEqualTo(number);
                if (isReset) {
                    gone.reset();
                } else {
                    gone.close();
                }
                await().atMost(SOON)
                        .until(() -> other.field("stats-job " + number, "state").equals("ready"));
            }
        }
    }

    @Test
    void aClientThatEndsGetsTheResponsesToWhatItSent() throws IOException {
        try (WireClient ended = WireClient.on(socket())) {
            ended.send("list-tube-used\r\nreserve\r\nlist-tube-used\r\n");
            ended.halfClose();
            assertThat(List.of(ended.read(), ended.read(), ended.read()))
                    .containsExactly("USING default", "TIMED_OUT", "USING default");
            assertThat(ended.isClosed()).isTrue();
        }
    }

    @Test
    void oneByteInEachRecord() throws IOException {
        try (WireClient slow = WireClient.on(socket())) {
            for (byte letter : "put 0 0 60 2\r\n\r\n\r\nlist-tube-used\r\n".getBytes(US_ASCII)) {
                slow.send(Character.toString((char) letter));
            }
            assertThat(slow.read()).startsWith("INSERTED ");
            assertThat(slow.read()).isEqualTo("USING default");
        }
    }

    @Test
    void whoDoesNotTrustTheCertificateGetsNothing() throws GeneralSecurityException, IOException {
        try (SSLSocket stranger = (SSLSocket) SSLContext.getDefault()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.beanstalkdPort())) {
            assertThatThrownBy(stranger::startHandshake).isInstanceOf(SSLException.class);
        }
    }
}
