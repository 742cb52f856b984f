package io.grape.embedded;

import io.grape.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@code redis-server} that ends with this JVM. */
final class RedisProcess implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration LOAD = Duration.ofMinutes(10);
    /** What it writes is for its owner alone. */
    private static final List<String> PRIVATELY = List.of("sh", "-c", "umask 077; exec \"$@\"", "redis");

    private final ChildProcess child;
    private final Path log;

    private RedisProcess(ChildProcess child, Path log) {
        this.child = child;
        this.log = log;
    }

    /** Starts {@code redis-server} with these arguments; does not wait until it answers. */
    static RedisProcess start(Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(PRIVATELY);
        command.add(RedisBinary.path().toString());
        command.addAll(arguments);
        return new RedisProcess(ChildProcess.start(log, command, unchanged -> {}), log);
    }

    /** Redis itself. */
    ProcessHandle redis() {
        return child.program();
    }

    /** Waits until Redis has loaded its data. */
    void awaitAnswer(String uri) throws IOException {
        if (!child.awaitReady(() -> RedisProbe.of(uri).isReady(redis().pid()), LOAD)) {
            close();
            throw new IOException("Redis did not start, see " + log);
        }
    }

    /** Asks Redis to stop, which writes what it has to its file, and waits up to ten seconds before it ends it. */
    @Override
    public void close() {
        child.end(STOP);
    }
}
