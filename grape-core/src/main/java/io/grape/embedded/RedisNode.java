package io.grape.embedded;

import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One embedded Redis, of several perhaps, which can be killed and started again as it was: for what tries out how brokers take
 * it. Unlike {@link EmbeddedRedis} it owns nothing but its process.
 */
public final class RedisNode implements AutoCloseable {
    private static final int BUS_OFFSET = 10_000;

    private final Path directory;
    private final int port;
    private final List<String> arguments;
    private RedisProcess process;

    private RedisNode(Path directory, int port, List<String> arguments) {
        this.directory = directory;
        this.port = port;
        this.arguments = arguments;
        this.process = started();
    }

    /** Starts a node that keeps its files in a directory, and waits until it answers. */
    public static RedisNode start(Path directory, int port, String... settings) {
        RedisNode node = make(directory, port, List.of(), settings);
        node.awaitAnswer();
        return node;
    }

    /** Starts a Sentinel with such a configuration; does not wait for it. */
    public static RedisNode sentinel(Path directory, int port, String configuration) {
        Path file = directory.resolve("sentinel.conf");
        try {
            Files.writeString(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return make(directory, port, List.of(file.toString()), "--sentinel");
    }

    /** Starts a node of a cluster that is yet to be formed, and waits until it answers. */
    public static RedisNode member(Path directory) {
        return start(
                directory,
                FreePorts.withAnother(BUS_OFFSET),
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "2000",
                "--repl-diskless-sync-delay",
                "0",
                "--appendonly",
                "yes",
                "--save",
                "");
    }

    private static RedisNode make(Path directory, int port, List<String> first, String... settings) {
        List<String> arguments = new ArrayList<>(first);
        arguments.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
        arguments.addAll(List.of("--dir", directory.toString()));
        arguments.addAll(List.of(settings));
        return new RedisNode(directory, port, arguments);
    }

    private RedisProcess started() {
        try {
            return RedisProcess.start(directory.resolve("redis.log"), arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        try {
            process.awaitAnswer(uri());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** The process of Redis itself. */
    public ProcessHandle redis() {
        return process.redis();
    }

    /** Ends it with kill -9. */
    public void kill() {
        process.redis().destroyForcibly();
        process.close();
    }

    /** Starts it again with what it had, and waits until it answers. */
    public void restart() {
        launch();
        awaitAnswer();
    }

    /** Starts it again, and does not wait. */
    public void launch() {
        process = started();
    }

    @Override
    public void close() {
        process.close();
    }
}
