package io.grape.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.address.RedisAddress;
import io.grape.process.RedisProbe;
import io.grape.redis.RawRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody but its owner reaches what an embedded Redis holds. */
final class EmbeddedRedisSecrecyTest {
    @TempDir
    private Path directory;

    @Test
    void nobodyElseReadsWhatIsInItsDirectory() throws IOException {
        Path data = directory.resolve("made").resolve("data");
        try (EmbeddedRedis embedded = EmbeddedRedis.durable(data);
                RawRedis redis = RawRedis.to(embedded.uri())) {
            redis.commands().set("job", "payload");
            assertThat(permissions(data)).isEqualTo("rwx------");
            try (Stream<Path> all = Files.walk(data)) {
                assertThat(all.filter(Files::isRegularFile))
                        .hasSizeGreaterThan(5)
                        .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
            }
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aDirectoryOfBeforeIsTakenFromOthersAndOneWithOtherThingsInItStaysOpen() throws IOException {
        Path before = directory.resolve("before");
        EmbeddedRedis.durable(before).close();
        Path log = before.resolve("redis.log");
        Files.setPosixFilePermissions(before, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-r--r--"));
        EmbeddedRedis.durable(before).close();
        assertThat(permissions(before)).isEqualTo("rwx------");
        assertThat(permissions(log)).isEqualTo("rw-------");

        Path shared = Files.createDirectories(directory.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(shared.resolve("notes.txt"), "of somebody else");
        EmbeddedRedis.durable(shared).close();
        assertThat(permissions(shared)).isEqualTo("rwxr-xr-x");
        assertThat(permissions(shared.resolve("redis.log"))).isEqualTo("rw-------");
        assertThat(permissions(shared.resolve("appendonlydir"))).isEqualTo("rwx------");
    }

    @Test
    void whoDoesNotKnowItsPasswordReachesNothing() throws IOException {
        try (EmbeddedRedis embedded = EmbeddedRedis.durable(directory)) {
            RedisAddress address = RedisAddress.parse(embedded.uri());
            assertThat(address.login().password()).hasSize(48);
            assertThat(RedisProbe.of("redis://127.0.0.1:" + embedded.port()).answer())
                    .startsWith("-NOAUTH")
                    .doesNotContain("redis_version");
            assertThat(embedded.process().info().commandLine().orElse(""))
                    .doesNotContain(address.login().password());
            assertThat(Files.readString(directory.resolve("redis.log")))
                    .doesNotContain(address.login().password());
        }
    }
}
