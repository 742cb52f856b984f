package io.grape.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.harness.Programs;
import io.grape.process.RedisProbe;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("apart")
final class EmbeddedRedisTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int JOBS = 500;

    @TempDir
    private Path directory;

    static Stream<Named<Consumer<EmbeddedRedis>>> ends() {
        return Stream.of(
                Named.of("stopped", EmbeddedRedis::close),
                Named.of("killed", redis -> redis.process().destroyForcibly()));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void restartLosesNothing(Consumer<EmbeddedRedis> end) {
        try (EmbeddedRedis first = EmbeddedRedis.durable(directory)) {
            try (RawRedis redis = RawRedis.to(first.uri())) {
                for (int i = 0; i < JOBS; i++) {
                    redis.commands().set("job" + i, "payload");
                }
            }
            end.accept(first);
        }
        try (EmbeddedRedis second = EmbeddedRedis.durable(directory);
                RawRedis redis = RawRedis.to(second.uri())) {
            assertThat(redis.commands().dbsize()).isEqualTo(JOBS);
        }
    }

    @Test
    void refusesNewDataWhenFullAndSyncsEachSecond() {
        try (EmbeddedRedis embedded = EmbeddedRedis.durable(directory);
                RawRedis redis = RawRedis.to(embedded.uri())) {
            Map<String, String> config = redis.commands().configGet("*");
            assertThat(config)
                    .containsEntry("maxmemory-policy", "noeviction")
                    .containsEntry("appendonly", "yes")
                    .containsEntry("appendfsync", "everysec")
                    .containsEntry("save", "")
                    .containsEntry("zset-max-listpack-entries", "0")
                    .containsEntry("bind", "127.0.0.1");
            assertThat(Long.parseLong(config.get("maxmemory"))).isGreaterThan(64L << 20);
        }
    }

    @Test
    void keepsAJobOfAFewHundredBytesInItsSmallForm() {
        try (EmbeddedRedis embedded = EmbeddedRedis.durable(directory);
                RawRedis redis = RawRedis.to(embedded.uri())) {
            redis.commands().hset("job", Map.of("h", "x".repeat(50), "d", "x".repeat(400), "n", "1"));
            assertThat(redis.commands().objectEncoding("job")).isEqualTo("listpack");
        }
    }

    @Test
    void afterADeathItIsThereAgainOnTheSamePortWithItsData() {
        try (EmbeddedRedis embedded = EmbeddedRedis.durable(directory)) {
            try (RawRedis redis = RawRedis.to(embedded.uri())) {
                redis.commands().set("job", "payload");
            }
            ProcessHandle died = embedded.process();
            died.destroyForcibly();
            died.onExit().join();

            embedded.restart();

            assertThat(embedded.process()).isNotEqualTo(died);
            try (RawRedis redis = RawRedis.to(embedded.uri())) {
                assertThat(redis.commands().get("job")).isEqualTo("payload");
            }
        }
    }

    @Test
    void onceClosedItDoesNotComeBack() {
        EmbeddedRedis embedded = EmbeddedRedis.durable(directory);
        embedded.close();
        embedded.restart();
        assertThat(embedded.process().isAlive()).isFalse();
    }

    @Test
    void secondBrokerIsRefusedAndToldHowToShare() throws IOException {
        try (RedisOwner owner = RedisOwner.start(directory)) {
            assertThatThrownBy(() -> EmbeddedRedis.durable(directory))
                    .isInstanceOfSatisfying(
                            GrapeException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST))
                    .hasMessageContaining("data-dir: ")
                    .hasMessageContaining(
                            "GRAPE_REDIS=\"$(cat '" + directory.toRealPath().resolve("redis.uri") + "')\"")
                    .hasMessageNotContaining(owner.uri());
            assertThat(RedisProbe.of(owner.uri()).isReady(owner.redis().pid())).isTrue();
        }
    }

    @Test
    void sameBrokerCannotStartASecondOnTheSameDirectory() throws IOException {
        try (EmbeddedRedis first = EmbeddedRedis.durable(directory)) {
            for (int attempt = 1; attempt <= 2; attempt++) {
                assertThatThrownBy(() -> EmbeddedRedis.durable(directory.resolve(".")))
                        .hasMessageContaining("redis.uri");
            }
            assertThat(EmbeddedRedis.running(directory)).contains(first.uri());
        }
    }

    @Test
    void endsWithItsBrokerThoughThatIsKilled() throws IOException {
        try (RedisOwner owner = RedisOwner.start(directory)) {
            owner.process().destroyForcibly();
            await().atMost(SOON).until(() -> RedisProbe.of(owner.uri()).answer().isEmpty());
        }
        assertThat(Files.readString(directory.resolve("redis.log"))).contains("Received SIGTERM");
    }

    @Test
    void endsThoughTheWholeProcessGroupOfItsBrokerIsKilled() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "asks Linux for process groups");
        try (RedisOwner owner = RedisOwner.startInAGroup(directory)) {
            assertThat(processGroup(owner.process().toHandle()))
                    .isEqualTo(owner.process().pid());
            String group = "-" + owner.process().pid();
            assertThat(new ProcessBuilder("kill", "-KILL", "--", group).start().waitFor())
                    .isZero();
            await().atMost(SOON).until(() -> RedisProbe.of(owner.uri()).answer().isEmpty());
        }
    }

    @Test
    void nextBrokerStopsTheRedisOfOneThatWasKilledWithItsShell() throws IOException {
        try (RedisOwner owner = RedisOwner.start(directory)) {
            try (RawRedis redis = RawRedis.to(owner.uri())) {
                redis.commands().set("job", "payload");
            }
            killAllButRedis(owner);
            await().atMost(SOON)
                    .until(() ->
                            RedisProbe.of(owner.uri()).isReady(owner.redis().pid()));

            try (EmbeddedRedis next = EmbeddedRedis.durable(directory);
                    RawRedis redis = RawRedis.to(next.uri())) {
                assertThat(redis.commands().get("job")).isEqualTo("payload");
                assertThat(RedisProbe.of(owner.uri()).answer()).isEmpty();
            }
        }
    }

    private static void killAllButRedis(RedisOwner owner) {
        List<ProcessHandle> shells = owner.process()
                .descendants()
                .filter(process -> process.pid() != owner.redis().pid())
                .toList();
        assertThat(shells).isNotEmpty();
        // All at once: what sees another of them go stops Redis.
        Programs.stop(owner.process().toHandle());
        shells.forEach(Programs::stop);
        shells.forEach(ProcessHandle::destroyForcibly);
        owner.process().destroyForcibly();
        await().atMost(SOON).until(() -> !owner.process().isAlive());
    }

    @Test
    void aProcessThatGotTheOldIdIsLeftAlone() throws IOException {
        try (EmbeddedRedis other = EmbeddedRedis.durable(directory.resolve("other"))) {
            Path left = Files.createDirectories(directory.resolve("left"));
            Files.writeString(
                    left.resolve("redis.pid"), Long.toString(other.process().pid()));
            Files.writeString(left.resolve("redis.uri"), other.uri());
            EmbeddedRedis.durable(left).close();
            assertThat(RedisProbe.of(other.uri()).isReady(other.process().pid()))
                    .isTrue();
        }
    }

    @Test
    void ctrlCInTheTerminalReachesTheBrokerOnly() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "asks Linux for process groups and ignored signals");
        try (EmbeddedRedis redis = EmbeddedRedis.durable(directory)) {
            assertThat(processGroup(redis.process()))
                    .isNotEqualTo(processGroup(ProcessHandle.current()))
                    .isEqualTo(redis.process().pid());
            ProcessHandle shell = redis.process().parent().orElseThrow();
            for (int signal : new int[] {1, 2, 3, 15}) {
                assertThat(ignores(shell, signal))
                        .as("ignores signal %d", signal)
                        .isTrue();
            }
        }
    }

    private static long processGroup(ProcessHandle process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[2]);
    }

    private static boolean ignores(ProcessHandle process, int signal) throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
        String mask = status.replaceAll("(?s).*\nSigIgn:\t([0-9a-f]+)\n.*", "$1");
        return (Long.parseUnsignedLong(mask, 16) >> (signal - 1) & 1) == 1;
    }

    @Test
    void aDirectoryThatCannotBeReadSaysWhere() throws IOException {
        Files.createDirectories(directory.resolve("appendonlydir"));
        Files.writeString(directory.resolve("appendonlydir/appendonly.aof.manifest"), "not a manifest\n");
        assertThatThrownBy(() -> EmbeddedRedis.durable(directory))
                .hasMessageContaining(directory.resolve("redis.log").toString());
        Files.delete(directory.resolve("appendonlydir/appendonly.aof.manifest"));
        EmbeddedRedis.durable(directory).close();
    }
}
