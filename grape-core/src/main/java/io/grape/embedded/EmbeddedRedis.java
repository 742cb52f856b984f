package io.grape.embedded;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.process.FreePorts;
import io.grape.process.NoRedisException;
import io.grape.process.RedisBinary;
import io.grape.process.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A real Redis 7.0.15 as a child process on a loopback port: for the first hour and for tests, not for production, as it
 * lacks later security fixes.
 *
 * <p>It ends with this process, also when that is killed, but outlives a Ctrl-C in the terminal until it is closed. One
 * directory has one Redis; a second broker that is given the same directory is refused. No other user of the machine can read it.
 */
public final class EmbeddedRedis implements AutoCloseable {
    private static final int ATTEMPTS = 3;

    private final DataDirectory directory;
    private final int port;
    private final String password;
    private final RedisProcess process;
    private boolean closed;

    private EmbeddedRedis(Path program, DataDirectory directory, int port, String password) throws IOException {
        this.directory = directory;
        this.port = port;
        this.password = password;
        this.process = RedisProcess.start(program, directory.log(), arguments(directory, port, password));
        process.awaitAnswer(uri());
    }

    /**
     * Starts a Redis that keeps everything in an append-only file in {@code directory}, synced each second, and waits until it
     * has loaded what is there. It asks for a password, another at each start, which is in the directory: no other user of the machine
     * reaches it, nor does a broker that was meant for another Redis. It takes no new jobs once they fill half of the machine's memory.
     *
     * <p>Fails with BAD_REQUEST, naming {@code data-dir}, when another broker uses the directory.
     */
    public static EmbeddedRedis durable(Path directory) {
        String password = DataDirectory.newPassword();
        for (int attempt = 1; ; attempt++) {
            int port = FreePorts.one();
            try {
                return open(directory, port, password);
            } catch (UncheckedIOException e) {
                if (attempt == ATTEMPTS || FreePorts.isFree(port)) {
                    throw e;
                }
            }
        }
    }

    /** Where the Redis of a directory answers, while a broker has it; empty when nobody has. */
    public static Optional<String> running(Path directory) {
        return DataDirectory.usedBy(directory);
    }

    private static EmbeddedRedis open(Path directory, int port, String password) {
        try {
            // Before anything is made.
            Path program = RedisBinary.path();
            DataDirectory taken = DataDirectory.take(directory);
            try {
                EmbeddedRedis redis = new EmbeddedRedis(program, taken, port, password);
                taken.announce(redis.uri());
                return redis;
            } catch (IOException | RuntimeException e) {
                taken.close();
                throw e;
            }
        } catch (NoRedisException e) {
            throw new GrapeException(
                    ErrorCode.STORE_UNAVAILABLE,
                    e.getMessage() + ", and none in the container image: name a Redis with --redis or GRAPE_REDIS");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the embedded Redis: " + e.getMessage(), e);
        }
    }

    private static List<String> arguments(DataDirectory directory, int port, String password) throws IOException {
        return List.of(
                directory.configuration(password).toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.path().toString(),
                "--pidfile",
                directory.pidFile().toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--save",
                "",
                "--maxmemory",
                Long.toString(machineMemory() / 2),
                "--maxmemory-policy",
                "noeviction",
                // A job of a few hundred bytes takes half the memory in this form.
                "--hash-max-listpack-value",
                "1100",
                // In its small form a set of waiting jobs is searched from its start, and each score read from text.
                "--zset-max-listpack-entries",
                "0",
                "--busy-reply-threshold",
                "1000",
                "--loglevel",
                "notice");
    }

    /**
     * Starts Redis again after it ended by itself: on the same port, with what is in the directory; waits until it answers.
     * Does nothing once it was closed.
     */
    public synchronized void restart() {
        if (closed) {
            return;
        }
        try {
            process.close();
            process.startAgain();
            process.awaitAnswer(uri());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the embedded Redis again: " + e.getMessage(), e);
        }
    }

    private static long machineMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize()
                : 0;
    }

    public int port() {
        return port;
    }

    /** Where it is and how to log in: it holds the password. */
    public String uri() {
        return "redis://:" + password + "@127.0.0.1:" + port;
    }

    /** Waits until Redis has ended. */
    public void awaitExit() {
        process.awaitExit();
    }

    /** The process of Redis itself. */
    public ProcessHandle process() {
        return process.redis();
    }

    /** Asks Redis to stop, which writes what it has to its file, and waits for that up to ten seconds. */
    @Override
    public synchronized void close() {
        closed = true;
        process.close();
        directory.close();
    }
}
