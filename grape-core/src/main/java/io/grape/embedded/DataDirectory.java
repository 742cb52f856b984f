package io.grape.embedded;

import io.grape.core.GrapeException;
import io.grape.process.RedisProbe;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of an embedded Redis: at most one broker at a time has it, and at most one Redis.
 *
 * <p>Nobody but its owner can read it, and so the password of its Redis, where that asks for one.
 *
 * <p>The broker holds a lock, which ends with its process. The Redis of a broker that was killed together with the shell
 * between them lives on: the next broker finds it by the process id that it left, and stops it.
 */
final class DataDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
    private static final long STOP_SECONDS = 10;
    private static final boolean HAS_PROC = Files.exists(Path.of("/proc/self/cwd"));

    /** What brokers and their cluster keep in such a directory. */
    private static final Pattern OWN = Pattern.compile("(redis|broker[0-9]+|balancer)\\..*|appendonlydir|dump\\.rdb");

    private static final int SECRET_BYTES = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A process does not see its own locks, and loses them as soon as it closes any other handle of their files. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    private DataDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes the directory if need be, and takes it. Fails with BAD_REQUEST when another broker has it. */
    static DataDirectory take(Path given) throws IOException {
        PrivateFiles.makeDirectory(given);
        Path path = given.toRealPath();
        if (!HELD.add(path)) {
            throw inUse(path);
        }
        FileChannel lock = null;
        try {
            lock = FileChannel.open(path.resolve("redis.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock taken = lock.tryLock();
            if (taken == null) {
                throw inUse(path);
            }
            DataDirectory directory = new DataDirectory(path, lock);
            directory.stopOrphan();
            directory.keepFromOthers();
            return directory;
        } catch (IOException | RuntimeException e) {
            HELD.remove(path);
            if (lock != null) {
                lock.close();
            }
            throw e;
        }
    }

    /** Where the Redis of a broker that has the directory answers; empty when no broker has it, or it has not begun to answer. */
    static Optional<String> usedBy(Path given) {
        return Files.exists(given.resolve("redis.lock")) && isLocked(given)
                ? read(given.resolve("redis.uri"))
                : Optional.empty();
    }

    private static boolean isLocked(Path given) {
        try {
            // Looking would give up the lock of a broker in this process.
            if (HELD.contains(given.toRealPath())) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(given.resolve("redis.lock"), StandardOpenOption.WRITE);
                    FileLock taken = channel.tryLock()) {
                return taken == null;
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static GrapeException inUse(Path path) {
        return GrapeException.badValue(
                "data-dir",
                "a directory that no other broker uses (to share its Redis, start with GRAPE_REDIS=\"$(cat '"
                        + path.resolve("redis.uri") + "')\")",
                path);
    }

    Path path() {
        return path;
    }

    Path log() {
        return path.resolve("redis.log");
    }

    Path pidFile() {
        return path.resolve("redis.pid");
    }

    /** Leaves word of where the Redis of this directory answers, with its password. */
    void announce(String uri) throws IOException {
        PrivateFiles.write(uriFile(), uri);
    }

    /** Makes a configuration by which Redis asks for a password. On the command line everybody would see it. */
    Path configuration(String password) throws IOException {
        Path file = path.resolve("redis.conf");
        PrivateFiles.write(file, "requirepass " + password + "\n");
        return file;
    }

    /** A new password. */
    static String newPassword() {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void keepFromOthers() throws IOException {
        PrivateFiles.makeFile(log());
        try {
            PrivateFiles.closeOwn(path, OWN);
        } catch (FileSystemException e) {
            LOG.warn("dir={} is not this user's own: what is in it may be read by others: {}", path, e.getMessage());
        }
    }

    private Path uriFile() {
        return path.resolve("redis.uri");
    }

    private void stopOrphan() throws IOException {
        Optional<ProcessHandle> orphan = read(pidFile())
                .filter(text -> text.matches("[0-9]{1,18}"))
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .filter(this::isRedisOfThis);
        if (orphan.isPresent()) {
            LOG.warn(
                    "dir={} pid={} stopping the Redis that a killed broker left",
                    path,
                    orphan.get().pid());
            stop(orphan.get());
        }
        Files.deleteIfExists(pidFile());
        Files.deleteIfExists(uriFile());
    }

    private void stop(ProcessHandle orphan) throws IOException {
        orphan.destroy();
        if (!awaitEnd(orphan)) {
            orphan.destroyForcibly();
            if (!awaitEnd(orphan)) {
                throw new IOException("process " + orphan.pid() + " still uses " + path + " and cannot be stopped");
            }
        }
    }

    private boolean awaitEnd(ProcessHandle orphan) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        while (isRedisOfThis(orphan)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            pause();
        }
        return true;
    }

    /** A process id may have gone to somebody else's process, or to the Redis of another directory. */
    private boolean isRedisOfThis(ProcessHandle process) {
        if (HAS_PROC) {
            return process.info()
                            .command()
                            .filter(command -> command.contains("redis-server"))
                            .isPresent()
                    && worksHere(process);
        }
        return read(uriFile())
                .filter(uri -> RedisProbe.of(uri).isProcess(process.pid(), path))
                .isPresent();
    }

    private boolean worksHere(ProcessHandle process) {
        try {
            return Files.isSameFile(Path.of("/proc", Long.toString(process.pid()), "cwd"), path);
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(uriFile());
            lock.close();
        } catch (IOException e) {
            LOG.warn("dir={} cannot be given back: {}", path, e.toString());
        }
        HELD.remove(path);
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the Redis of the directory was ending", e);
        }
    }
}
