package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rediss://} through something that speaks TLS for the embedded Redis, which cannot. */
final class TlsTest {
    private static final String TRUST = "javax.net.ssl.trustStore";
    private static final String TRUST_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    private LossyWire wire;

    @BeforeEach
    void start() throws Exception {
        Path keys = directory.resolve("keys.p12");
        Path certificate = directory.resolve("redis.pem");
        keytool(
                keys,
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "EC",
                "-dname",
                "CN=redis",
                "-ext",
                "san=ip:127.0.0.1");
        keytool(keys, "-exportcert", "-alias", "redis", "-file", certificate.toString());
        keytool(trusted(), "-importcert", "-noprompt", "-alias", "redis", "-file", certificate.toString());
        int redis = Integer.parseInt(TestRedis.uri().replaceAll(".*:", ""));
        wire = LossyWire.to(redis, tls(keys));
    }

    private Path trusted() {
        return directory.resolve("trusted.p12");
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add(
                0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static ServerSocket tls(Path keys) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        System.clearProperty(TRUST);
        System.clearProperty(TRUST_PASSWORD);
        wire.close();
    }

    private TestStore open() {
        String login = TestRedis.uri().replaceFirst("redis://(.*@)?.*", "$1");
        String uri = wire.uri().replace("redis://", "rediss://" + login);
        return TestStore.open(uri, "grape", Duration.ofSeconds(10), StoreListener.NONE);
    }

    @Test
    void aRedisWhoseCertificateIsTrustedIsUsed() {
        System.setProperty(TRUST, trusted().toString());
        System.setProperty(TRUST_PASSWORD, PASSWORD);
        try (TestStore store = open()) {
            store.awaitUsable();
        }
    }

    @Test
    void aRedisWhoseCertificateIsNotTrustedIsRefused() {
        assertThatThrownBy(() -> open().close())
                .hasMessageContaining("certificat")
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
    }
}
