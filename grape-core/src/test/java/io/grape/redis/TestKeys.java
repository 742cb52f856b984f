package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

/** A key of this machine's loopback address, with a certificate that it signed itself. */
public final class TestKeys {
    public static final String NAME = "grape";
    public static final String PASSWORD = "changeit";

    private TestKeys() {}

    /** Makes one, which is kept in a file of that directory. */
    public static KeyStore make(Path directory, String algorithm)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve("keys.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                NAME,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=grape",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD);
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }
}
