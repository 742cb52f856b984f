package io.grape.chaos.stage;

import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.Sleep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a Redis's machine runs on. When it fails, Redis ends as by {@code kill -9}, and its append-only file loses what was not
 * brought to the disk. Must not be rewriting that file meanwhile.
 */
public final class PowerSupply {
    /** Long enough to see a sync, of which there is one a second. */
    private static final Duration ATTACH = Duration.ofSeconds(15);

    private final RedisNode redis;
    private final Path file;
    private final Path trace;
    /** What strace itself has to say. */
    private final Path said;

    private Process strace;

    private PowerSupply(RedisNode redis, Path directory) {
        this.redis = redis;
        this.file = appendOnlyFile(directory.resolve("appendonlydir"));
        this.trace = directory.resolve("power.trace");
        this.said = directory.resolveSibling("power.strace");
        this.strace = attach();
    }

    /** Watches what a Redis writes, from now on. */
    public static PowerSupply of(RedisNode redis, Path directory) {
        return new PowerSupply(redis, directory);
    }

    /** Whether there is what it takes to see what Redis writes. */
    public static boolean isPossible() {
        return Programs.run("strace", "-V");
    }

    private static Path appendOnlyFile(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".incr.aof"))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow(() -> new HarnessFailure("no append-only file in " + directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process attach() {
        List<String> command = List.of(
                "strace",
                "-f",
                "-ttt",
                "-e",
                "trace=write,fdatasync",
                "-e",
                "signal=none",
                "-P",
                file.toString(),
                "-o",
                trace.toString(),
                "-p",
                Long.toString(redis.process().pid()));
        try {
            Files.deleteIfExists(trace);
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until something was brought to the disk while it was watched. */
    public void awaitSync() {
        long[] attached = {System.nanoTime()};
        Sleep.until("a sync of " + file + "; what strace says is in " + said, () -> {
            if (!strace.isAlive() || System.nanoTime() - attached[0] > ATTACH.toNanos()) {
                // It did not get hold of Redis.
                strace.destroy();
                strace.onExit().join();
                strace = attach();
                attached[0] = System.nanoTime();
            }
            return DiskTrace.unsyncedBytes(lines()).isPresent();
        });
    }

    /** Cuts the power. */
    public void cut() {
        redis.kill();
        strace.onExit().join();
        long gone = DiskTrace.unsyncedBytes(lines()).orElseThrow(() -> new HarnessFailure("no sync in " + trace));
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
            open.truncate(open.size() - gone);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Stream<String> lines() {
        try {
            return Files.exists(trace) ? Files.readAllLines(trace).stream() : Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
