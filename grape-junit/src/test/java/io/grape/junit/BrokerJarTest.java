package io.grape.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the brokers is in the cache once. */
class BrokerJarTest {
    @Test
    void itIsAJarThatCanBeRun(@TempDir Path cache) throws IOException {
        try (JarFile jar = new JarFile(BrokerJar.unpack(cache).toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
                    .isEqualTo("io.grape.junit.broker.Main");
        }
    }

    @Test
    void whatIsThereStays(@TempDir Path cache) throws IOException {
        Path file = BrokerJar.unpack(cache);
        FileTime written = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(file.getParent(), FileTime.from(before(Duration.ofDays(40))));
        assertThat(BrokerJar.unpack(cache)).isEqualTo(file);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);
        assertThat(Files.getLastModifiedTime(file.getParent()).toInstant()).isAfter(before(Duration.ofDays(1)));
    }

    /** As a full disk, or a user, may leave it. */
    @Test
    void whatIsDamagedIsReplaced(@TempDir Path cache) throws IOException {
        Path file = BrokerJar.unpack(cache);
        byte[] whole = Files.readAllBytes(file);
        byte[] flipped = whole.clone();
        flipped[whole.length / 2] ^= 1;
        for (byte[] damaged : List.of(new byte[0], Arrays.copyOf(whole, whole.length / 2), flipped)) {
            Files.write(file, damaged);
            assertThat(BrokerJar.unpack(cache)).isEqualTo(file).hasBinaryContent(whole);
        }
    }

    @Test
    void theCacheIsThatOfTheUser(@TempDir Path home) throws IOException {
        Path given = home.resolve("given");
        assertThat(BrokerJar.cache(given.toString(), home.toString())).isEqualTo(given.resolve("grape"));
        for (String none : Arrays.asList(null, "", "relative")) {
            assertThat(BrokerJar.cache(none, home.toString())).isEqualTo(home.resolve(".cache/grape"));
        }
    }

    @Test
    void aUserWithoutAHomeHasATemporaryDirectory() throws IOException {
        for (String none : Arrays.asList(null, "?", "")) {
            Path cache = BrokerJar.cache(null, none);
            assertThat(cache).isEmptyDirectory().startsWith(Path.of(System.getProperty("java.io.tmpdir")));
            Files.delete(cache);
        }
        assertThat(Path.of("?")).doesNotExist();
    }

    @Test
    void versionsThatWereUsedLastStay(@TempDir Path cache) throws IOException {
        Path foreign = folder(cache, "other", 9);
        List<Path> versions = new ArrayList<>();
        for (int days = 1; days <= 5; days++) {
            versions.add(folder(cache, "junit-" + days, days));
        }
        BrokerJar.unpack(cache);
        assertThat(versions.subList(0, 3))
                .allSatisfy(recent -> assertThat(recent).isNotEmptyDirectory());
        assertThat(versions.subList(3, 5)).allSatisfy(old -> assertThat(old).doesNotExist());
        assertThat(foreign).isNotEmptyDirectory();
    }

    private static Path folder(Path cache, String name, int days) throws IOException {
        Path folder = Files.createDirectory(cache.resolve(name));
        Files.writeString(folder.resolve("grape-broker.jar"), name);
        return Files.setLastModifiedTime(folder, FileTime.from(before(Duration.ofDays(days))));
    }

    private static Instant before(Duration age) {
        return Instant.now().minus(age);
    }
}
