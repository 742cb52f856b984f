package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.redis.TestRedis;
import java.io.IOException;
import java.io.InputStream;
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
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a certificate speaks TLS and nothing else. */
class TlsDoorTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path directory = Path.of("");

    private KeyStore keys() throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("keys.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "grape",
                "-keyalg",
                "EC",
                "-dname",
                "CN=grape",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    private static HttpClient trusting(KeyStore keys) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
    }

    @Test
    void aCertificateMakesTheDoorSpeakTls() throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore keys = keys();
        ServerConfig.Tls tls = new ServerConfig.Tls(
                pem("cert.pem", "CERTIFICATE", keys.getCertificate("grape").getEncoded()),
                pem("key.pem", "PRIVATE KEY", keys.getKey("grape", PASSWORD).getEncoded()));
        ServerConfig config = new ServerConfig(
                new ServerConfig.Doors("127.0.0.1", 0, Duration.ZERO, 100),
                new ServerConfig.Store(
                        null, TestRedis.newNamespace(), directory, Duration.ofSeconds(5), Duration.ZERO, true),
                new ServerConfig.Metrics(1),
                new ServerConfig.SelfCheck(0),
                ServerConfig.Console.OFF,
                new ServerConfig.Access(false, tls, null));
        GrapeServer server = GrapeServer.start(config, TestRedis.uri()).await();
        try {
            String address = "127.0.0.1:" + server.httpPort() + "/v1/tubes/t/jobs/a";
            HttpResponse<String> answer = put(trusting(keys), "https://" + address);
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThatThrownBy(() -> put(HttpClient.newHttpClient(), "http://" + address))
                    .isInstanceOf(IOException.class);
        } finally {
            server.close().await();
        }
    }

    private static HttpResponse<String> put(HttpClient client, String uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .PUT(HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
