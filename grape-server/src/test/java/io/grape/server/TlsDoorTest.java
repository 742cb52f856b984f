package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.redis.TestKeys;
import io.grape.redis.TestRedis;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a certificate speaks TLS and nothing else. */
class TlsDoorTest {
    private static final int LEAST_COST = 4;

    @TempDir
    Path directory = Path.of("");

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private static HttpClient trusting(KeyStore keys) throws GeneralSecurityException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(contextOf(keys))
                .build();
    }

    private static SSLContext contextOf(KeyStore keys) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private GrapeServer serving(KeyStore keys, boolean asks) throws IOException, GeneralSecurityException {
        ServerConfig.Tls tls = new ServerConfig.Tls(
                pem(
                        "cert.pem",
                        "CERTIFICATE",
                        keys.getCertificate(TestKeys.NAME).getEncoded()),
                pem(
                        "key.pem",
                        "PRIVATE KEY",
                        keys.getKey(TestKeys.NAME, TestKeys.PASSWORD.toCharArray())
                                .getEncoded()));
        String namespace = TestRedis.newNamespace();
        TestAccounts.user(namespace, "ann", TestKeys.PASSWORD);
        ServerConfig config = new ServerConfig(
                new ServerConfig.Doors("127.0.0.1", 0, Duration.ZERO, 100),
                new ServerConfig.Store(null, namespace, directory, Duration.ofSeconds(5), Duration.ZERO, true),
                new ServerConfig.Metrics(1),
                new ServerConfig.SelfCheck(0),
                ServerConfig.Console.OFF,
                new ServerConfig.Access(asks, tls, null, LEAST_COST));
        return GrapeServer.start(config, TestRedis.uri()).await();
    }

    @Test
    void aCertificateMakesTheDoorSpeakTls() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = TestKeys.make(directory, "EC");
        GrapeServer server = serving(keys, false);
        try {
            String address = "127.0.0.1:" + server.httpPort() + "/v1/tubes/t/jobs/a";
            HttpResponse<String> answer = put(trusting(keys), "https://" + address);
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
        KeyStore keys = TestKeys.make(directory, "RSA");
        GrapeServer server = serving(keys, false);
        try {
            SSLContext context = contextOf(keys);
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
        KeyStore keys = TestKeys.make(directory, "EC");
        GrapeServer server = serving(keys, false);
        try (SSLSocket socket =
                (SSLSocket) contextOf(keys).getSocketFactory().createSocket("127.0.0.1", server.httpPort())) {
            socket.setSoTimeout(60_000);
            String request = "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.repeat(3).getBytes(US_ASCII));
            for (int i = 0; i < 3; i++) {
                assertThat(answer(socket)).contains("200 OK");
            }
        } finally {
            server.close().await();
        }
    }

    /** TLS 1.2 has a last word of the broker too, which a client that has closed resets. */
    @Test
    void whoReadItsAnswerAndClosedKeepsItsJobs() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = TestKeys.make(directory, "EC");
        GrapeServer server = serving(keys, false);
        try {
            HttpClient other = trusting(keys);
            String tube = "https://127.0.0.1:" + server.httpPort() + "/v1/tubes/t/";
            assertThat(put(other, tube + "jobs/a").statusCode()).isEqualTo(201);
            try (SSLSocket socket =
                    (SSLSocket) contextOf(keys).getSocketFactory().createSocket("127.0.0.1", server.httpPort())) {
                socket.setSoTimeout(60_000);
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                String request = "POST /v1/tubes/t/consume HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(US_ASCII));
                assertThat(answer(socket)).contains("\"id\":\"a\"");
            }
            HttpResponse<String> next = other.send(
                    HttpRequest.newBuilder(URI.create(tube + "consume?waitMs=1000"))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(next.body()).isEqualTo("{\"jobs\":[]}");
        } finally {
            server.close().await();
        }
    }

    /** Head and body of one answer whose length is told. */
    private static String answer(SSLSocket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int letter = socket.getInputStream().read();
            if (letter < 0) {
                throw new EOFException(head.toString());
            }
            head.append((char) letter);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
        assertThat(length.find()).as(head.toString()).isTrue();
        return head + new String(socket.getInputStream().readNBytes(Integer.parseInt(length.group(1))), US_ASCII);
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
        KeyStore keys = TestKeys.make(directory, "EC");
        GrapeServer server = serving(keys, true);
        try {
            HttpClient client = trusting(keys);
            URI session = URI.create("https://127.0.0.1:" + server.httpPort() + "/v1/session");
            HttpResponse<String> login = client.send(
                    HttpRequest.newBuilder(session)
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"name\":\"ann\",\"password\":\"" + TestKeys.PASSWORD + "\"}"))
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
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .PUT(HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
