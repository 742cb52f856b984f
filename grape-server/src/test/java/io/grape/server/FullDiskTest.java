package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.grape.server.check.RedisDiagnosis;
import io.grape.server.doctor.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis whose disk is full: a memory file system of 8 MiB, which only root can make. */
@Tag("apart")
class FullDiskTest {
    private static final int MEGABYTE = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory = Path.of("");

    private Path disk = Path.of("");

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        if (!Programs.run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString())) {
            System.err.println("SKIPPED: a full disk was not tried: no file system can be mounted here, be root");
            Assumptions.abort("no file system can be mounted");
        }
    }

    @AfterEach
    void unmount() {
        Programs.run("umount", "--lazy", disk.toString());
    }

    @Test
    void isFoundWithItsRemedyAndForgottenOnceThereIsRoom() throws IOException {
        Path filler = Files.write(disk.resolve("filler"), new byte[4 * MEGABYTE]);
        try (RedisNode redis = RedisNode.start(
                        disk, FreePorts.one(), "--appendonly", "yes", "--save", "", "--maxmemory", "64mb");
                RawRedis raw = RawRedis.to(redis.uri());
                RedisStore store = RedisStore.open(
                        new RedisStoreOptions(redis.uri(), "grape", "disk", Duration.ofSeconds(10), PATIENCE),
                        StoreListener.NONE)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1000; i++) {
                            raw.commands().set("large", "x".repeat(MEGABYTE));
                        }
                    })
                    .hasMessageContaining("MISCONF");
            assertThat(disk(store))
                    .satisfies(finding -> assertThat(finding.line())
                            .startsWith("warn        aof_last_write_status: expected ok, got err: ")
                            .contains("Redis may refuse every write", "remedy: free or mend the disk of Redis"));

            Files.delete(filler);
            await().atMost(PATIENCE).until(() -> disk(store).line().startsWith("ok "));
            assertThat(raw.commands().set("large", "small")).isEqualTo("OK");
        }
    }

    private static Finding disk(RedisStore store) {
        List<Finding> findings = new RedisDiagnosis(store, "redis://").run().await();
        return findings.stream()
                .filter(finding -> finding.name().equals("aof_last_write_status"))
                .findFirst()
                .orElseThrow();
    }
}
