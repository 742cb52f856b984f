package io.grape.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@code redis-server} that ends with this JVM, and can be started again as it was. */
public final class RedisProcess implements AutoCloseable {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration LOAD = Duration.ofMinutes(10);
    /** What it writes is for its owner alone. */
    private static final List<String> PRIVATELY = List.of("sh", "-c", "umask 077; exec \"$@\"", "redis");

    private final List<String> command;
    private final Path log;
    private volatile ChildProcess child;

    private RedisProcess(List<String> command, Path log) throws IOException {
        this.command = command;
        this.log = log;
        this.child = run();
    }

    /** Starts a {@code redis-server} with these arguments; does not wait until it answers. */
    public static RedisProcess start(Path program, Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(PRIVATELY);
        command.add(program.toString());
        command.addAll(arguments);
        return new RedisProcess(List.copyOf(command), log);
    }

    private ChildProcess run() throws IOException {
        return ChildProcess.start(log, command, unchanged -> {});
    }

    /** Starts it once more after it ended; does not wait either. */
    public void startAgain() throws IOException {
        child = run();
    }

    /** Redis itself. */
    public ProcessHandle redis() {
        return child.program();
    }

    /**
     * Waits until Redis has ended. Not by its {@link #redis handle}: Java reads in a file of /proc how a process is that it did not start
     * itself, and takes it for dead where it cannot open that file.
     */
    public void awaitExit() {
        var unused = child.awaitExit();
    }

    /** Waits until Redis has loaded its data. */
    public void awaitAnswer(String uri) throws IOException {
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
