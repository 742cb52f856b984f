package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.server.app.GrapeServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a certificate speaks TLS and nothing else. */
@Tag("slow")
class TlsListenerTest {
    private final Tls tls;

    TlsListenerTest(@TempDir Path directory) {
        tls = new Tls(directory);
    }

    @Test
    void aCertificateMakesTheListenerSpeakTls() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, false);
        try {
            String address = "127.0.0.1:" + server.httpPort() + "/v1/tubes/t/jobs/a";
            HttpResponse<String> answer = put(Tls.trusting(keys), "https://" + address);
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).contains("max-age=31536000");
            assertThatThrownBy(() -> put(HttpClient.newHttpClient(), "http://" + address))
                    .isInstanceOf(IOException.class);
        } finally {
            server.close().await();
        }
    }

    @Test
    void whatIsSaidStaysSecretFromWhoGetsHoldOfTheKeyLater()
            throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("RSA");
        GrapeServer server = tls.serving(keys, false);
        try {
            SSLContext context = Tls.contextOf(keys);
            int port = server.httpPort();
            assertThat(handshake(context, port, "TLSv1.3", "TLS_AES_128_GCM_SHA256"))
                    .isEqualTo("TLSv1.3");
            assertThat(handshake(context, port, "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"))
                    .isEqualTo("TLSv1.2");
            for (String weak : List.of(
                    "TLS_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_DHE_RSA_WITH_AES_128_CBC_SHA256")) {
                assertThatThrownBy(() -> handshake(context, port, "TLSv1.2", weak))
                        .as(weak)
                        .isInstanceOf(IOException.class);
            }
        } finally {
            server.close().await();
        }
    }

    @Test
    void requestsBehindOneAnotherAreAllAnswered() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, false);
        try (SSLSocket socket =
                (SSLSocket) Tls.contextOf(keys).getSocketFactory().createSocket("127.0.0.1", server.httpPort())) {
            socket.setSoTimeout(60_000);
            String request = "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.repeat(3).getBytes(US_ASCII));
            for (int i = 0; i < 3; i++) {
                assertThat(Tls.answer(socket)).contains("200 OK");
            }
        } finally {
            server.close().await();
        }
    }

    /** The protocol that was agreed upon. */
    private static String handshake(SSLContext context, int port, String protocol, String suite) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.setEnabledCipherSuites(new String[] {suite});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    @Test
    void aSessionIsKeptForThisHostAlone() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = tls.keys("EC");
        GrapeServer server = tls.serving(keys, true);
        try {
            HttpClient client = Tls.trusting(keys);
            URI session = URI.create("https://127.0.0.1:" + server.httpPort() + "/v1/session");
            HttpResponse<String> login = client.send(
                    HttpRequest.newBuilder(session)
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"name\":\"ann\",\"password\":\"" + Tls.PASSWORD + "\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            String cookie = login.headers().firstValue("Set-Cookie").orElse("");
            assertThat(cookie)
                    .startsWith("__Host-grape_session=")
                    .contains("; Path=/", "; Secure", "; HttpOnly")
                    .doesNotContain("Domain");
            String pair = cookie.replaceFirst(";.*", "");
            assertThat(who(client, session, pair)).contains("\"name\":\"ann\"");
            assertThat(who(client, session, pair.replace("__Host-", "")))
                    .as("a neighbour can set that one")
                    .contains("\"user\":null");
        } finally {
            server.close().await();
        }
    }

    private static String who(HttpClient client, URI session, String cookie) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(session).header("Cookie", cookie).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> put(HttpClient client, String uri) throws IOException, InterruptedException {
        return Tls.put(client, uri, 100_000);
    }
}
