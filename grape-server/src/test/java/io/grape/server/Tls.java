package io.grape.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.TestKeys;
import io.grape.redis.TestRedis;
import io.grape.server.address.TrustedProxies;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.connection.HttpLimits;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Brokers that speak TLS, and clients that trust them.
 *
 * @param directory for files of keys
 */
public record Tls(Path directory) {
    /** Of the user ann. */
    static final String PASSWORD = "correct horse";

    private static final int MIN_COST = 4;
    private static final int CONNECTIONS = 100;

    public KeyStore keys(String algorithm) throws IOException, InterruptedException, GeneralSecurityException {
        return TestKeys.make(directory, algorithm);
    }

    public Path pem(String name, String kind, byte[] bytes) throws IOException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    }

    static HttpClient trusting(KeyStore keys) throws GeneralSecurityException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(contextOf(keys))
                .build();
    }

    public static SSLContext contextOf(KeyStore keys) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    public TlsOptions files(KeyStore keys) throws IOException, GeneralSecurityException {
        return new TlsOptions(
                pem(
                        "cert.pem",
                        "CERTIFICATE",
                        keys.getCertificate(TestKeys.NAME).getEncoded()),
                pem(
                        "key.pem",
                        "PRIVATE KEY",
                        keys.getKey(TestKeys.NAME, TestKeys.PASSWORD.toCharArray())
                                .getEncoded()));
    }

    /** One that speaks the protocol of beanstalkd, too. */
    public GrapeServer serving(KeyStore keys, boolean asks) throws IOException, GeneralSecurityException {
        return serving(keys, asks, TrustedProxies.NONE, HttpLimits.ofConnections(CONNECTIONS));
    }

    GrapeServer serving(KeyStore keys, boolean asks, TrustedProxies proxies, HttpLimits most)
            throws IOException, GeneralSecurityException {
        String namespace = TestRedis.newNamespace();
        TestAccounts.user(namespace, "ann", PASSWORD);
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, CONNECTIONS),
                new StoreOptions(null, namespace, directory, Duration.ofSeconds(5), Duration.ZERO, true),
                new MetricsOptions(1),
                new RepairOptions(0),
                ConsoleOptions.OFF,
                new AccessOptions(asks, files(keys), null, MIN_COST, Set.of(), proxies, AccessOptions.USUAL_TUBES),
                new BeanstalkdOptions(0, false, "127.0.0.1", true, null));
        return GrapeServer.start(config, TestRedis.uri(), most);
    }

    /** Head and body of one answer whose length is told. */
    static String answer(Socket socket) throws IOException {
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
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        if (body.length < Integer.parseInt(length.group(1))) {
            throw new EOFException("the connection ended within an answer");
        }
        return head + new String(body, US_ASCII);
    }

    static HttpResponse<String> put(HttpClient client, String uri, int bytes) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .PUT(HttpRequest.BodyPublishers.ofString("x".repeat(bytes)))
                .timeout(Duration.ofSeconds(30))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
