package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.script.StoreListener;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
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

    @TempDir
    private Path directory;

    private LossyWire wire;

    @BeforeEach
    void start() throws Exception {
        KeyStore keys = TestKeys.make(directory, "EC");
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("redis", keys.getCertificate(TestKeys.NAME));
        try (OutputStream out = Files.newOutputStream(trusted())) {
            trust.store(out, TestKeys.PASSWORD.toCharArray());
        }
        int redis = Integer.parseInt(TestRedis.uri().replaceAll(".*:", ""));
        wire = LossyWire.to(redis, tls(keys));
    }

    private Path trusted() {
        return directory.resolve("trusted.p12");
    }

    private static ServerSocket tls(KeyStore keys) throws GeneralSecurityException, IOException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, TestKeys.PASSWORD.toCharArray());
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
        System.setProperty(TRUST_PASSWORD, TestKeys.PASSWORD);
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
