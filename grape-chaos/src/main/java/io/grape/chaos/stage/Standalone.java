package io.grape.chaos.stage;

import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Brokers on one Redis with an append-only file, which they reach through a wire. Where this process may, the file is on a disk
 * that can be filled.
 */
public final class Standalone implements Deployment {
    /** No less than any round takes. */
    public static final String MEMORY = "1gb";

    private static final String DISK_SIZE = "size=256m";

    private final Path files;
    private final Path directory;
    private final Optional<Path> disk;
    private final RedisNode redis;
    private final Proxy wire;
    private final List<Broker> brokers;

    private Standalone(Settings settings) {
        this.files = settings.directory();
        this.directory = Directories.in(settings.directory(), "redis");
        boolean isOwnDisk = Programs.run("mount", "-t", "tmpfs", "-o", DISK_SIZE, "none", directory.toString());
        this.disk = isOwnDisk ? Optional.of(directory) : Optional.empty();
        // Also when this process is told to end: lazily, as Redis may be there yet.
        disk.ifPresent(mounted -> Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Programs.run("umount", "-l", mounted.toString()), "umount")));
        this.redis = RedisNode.start(
                directory,
                FreePorts.one(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--save",
                "",
                // A power cut shortens the file that Redis writes: it must stay the same one.
                "--auto-aof-rewrite-percentage",
                "0",
                "--maxmemory",
                MEMORY,
                "--hash-max-listpack-value",
                "1100",
                "--zset-max-listpack-entries",
                "0");
        this.wire = Proxy.to(redis.port());
        this.brokers = Brokers.start(settings, "redis://127.0.0.1:" + wire.port());
    }

    public static Standalone open(Settings settings) {
        return new Standalone(settings);
    }

    @Override
    public List<Broker> brokers() {
        return brokers;
    }

    public RedisNode redis() {
        return redis;
    }

    /** Where Redis keeps its files. */
    public Path directory() {
        return directory;
    }

    /** Between brokers and Redis. */
    public Proxy wire() {
        return wire;
    }

    /** What the files of Redis are on, when nothing else is. */
    public Optional<Path> disk() {
        return disk;
    }

    @Override
    public Path files() {
        return files;
    }

    @Override
    public void awaitWhole() {
        Brokers.awaitReady(brokers);
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        wire.close();
        redis.kill();
        disk.ifPresent(mounted -> Programs.run("umount", mounted.toString()));
    }
}
