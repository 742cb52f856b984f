package io.grape.server.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.redis.TestKeys;
import io.grape.server.LogLines;
import io.grape.server.Tls;
import io.grape.server.TlsOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificate is served while its files change. */
final class ServedCertificateTest {
    private final Vertx vertx = Vertx.vertx();
    private final Path directory;

    ServedCertificateTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private Tls tls(String name) throws IOException {
        return new Tls(Files.createDirectories(directory.resolve(name)));
    }

    private ServedCertificate serve(TlsOptions files) {
        return new ServedCertificate(vertx, files.certificate(), files.key());
    }

    private X509ExtendedKeyManager manager(ServedCertificate served) throws Exception {
        return (X509ExtendedKeyManager)
                served.keys().getKeyManagerFactory(vertx).getKeyManagers()[0];
    }

    private X509Certificate shown(ServedCertificate served, String type) throws Exception {
        X509ExtendedKeyManager keys = manager(served);
        return keys.getCertificateChain(keys.chooseEngineServerAlias(type, null, null))[0];
    }

    private static Object certificate(KeyStore keys) throws GeneralSecurityException {
        return keys.getCertificate(TestKeys.NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void renewedCertificateIsServedOnceItsFilesAreRead(String type) throws Exception {
        KeyStore first = tls("first").keys(type);
        KeyStore second = tls("second").keys(type);
        ServedCertificate served = serve(tls("served").files(first));
        assertThat(shown(served, type)).isEqualTo(certificate(first));
        tls("served").files(second);
        served.reload();
        assertThat(shown(served, type)).isEqualTo(certificate(second));
        assertThat(served.expires())
                .isEqualTo(((X509Certificate) certificate(second)).getNotAfter().toInstant());
    }

    @Test
    void handshakeGetsTheKeyOfTheCertificateThatItHasChosen() throws Exception {
        KeyStore first = tls("first").keys("EC");
        ServedCertificate served = serve(tls("served").files(first));
        X509ExtendedKeyManager keys = manager(served);
        String chosen = keys.chooseEngineServerAlias("EC", null, null);
        tls("served").files(tls("second").keys("EC"));
        served.reload();
        assertThat(keys.getCertificateChain(chosen)[0]).isEqualTo(certificate(first));
        assertThat(keys.getPrivateKey(chosen)).isEqualTo(first.getKey(TestKeys.NAME, TestKeys.PASSWORD.toCharArray()));
    }

    @Test
    void filesThatCannotBeUsedLeaveTheOldCertificateAndAreLoggedOnce() throws Exception {
        KeyStore first = tls("first").keys("EC");
        TlsOptions files = tls("served").files(first);
        ServedCertificate served = serve(files);
        KeyStore second = tls("second").keys("EC");
        TlsOptions others = tls("others").files(second);
        try (LogLines log = LogLines.of(ServedCertificate.class)) {
            Files.writeString(files.certificate(), "no certificate");
            served.reload();
            served.reload();
            assertThat(shown(served, "EC")).isEqualTo(certificate(first));
            assertThat(log.seen()).hasSize(1).first().asString().contains("WARN", "still serving");

            Files.copy(others.certificate(), files.certificate(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            served.reload();
            assertThat(shown(served, "EC")).as("the key is still the old one").isEqualTo(certificate(first));
            assertThat(log.seen()).hasSize(2).last().asString().contains("the key is not that of the certificate");

            Files.delete(files.key());
            served.reload();
            assertThat(shown(served, "EC")).isEqualTo(certificate(first));
            assertThat(log.seen()).hasSize(3);

            Files.copy(others.key(), files.key());
            served.reload();
            assertThat(shown(served, "EC")).isEqualTo(certificate(second));
            assertThat(log.seen()).hasSize(4).last().asString().contains("INFO", "renewed certificate");
        }
    }

    @Test
    void brokerDoesNotStartWithAKeyOfAnotherCertificate() throws Exception {
        TlsOptions one = tls("first").files(tls("first").keys("EC"));
        TlsOptions other = tls("second").files(tls("second").keys("EC"));
        assertThatThrownBy(() -> new ServedCertificate(vertx, one.certificate(), other.key()))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("tls-cert")
                .hasMessageContaining("the key is not that of the certificate");
    }
}
