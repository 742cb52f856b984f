package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Presence streams over TLS, which has a last word: a process that is killed does not send it, a balancer does. */
@SuppressWarnings("try") // A close is what is tested.
class TlsPresenceTest {
    private final Tls tls;

    TlsPresenceTest(@TempDir Path directory) {
        tls = new Tls(directory);
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2,true", "TLSv1.2,false", "TLSv1.3,true", "TLSv1.3,false"})
    void closeIsNoticedWithAndWithoutCloseNotify(String protocol, boolean hasLastWord)
            throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, false);
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.httpPort());
                SSLSocket socket = (SSLSocket) Tls.contextOf(keys)
                        .getSocketFactory()
                        .createSocket(plain, "127.0.0.1", server.httpPort(), false)) {
            socket.setSoTimeout(20_000);
            socket.setEnabledProtocols(new String[] {protocol});
            socket.getOutputStream()
                    .write("GET /v1/workers/worker-1/presence HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            if (hasLastWord) {
                socket.close();
            }
            plain.close();
            HttpClient client = Tls.trusting(keys);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> metrics(client, server).contains("grape_workers_died_total 1.0"));
        } finally {
            server.close().await();
        }
    }

    private static String metrics(HttpClient client, GrapeServer server) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.httpPort() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
