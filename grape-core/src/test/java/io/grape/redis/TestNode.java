package io.grape.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One Redis of several, which can be killed and started again as it was. */
final class TestNode implements AutoCloseable {
    private final Path directory;
    private final int port;
    private final List<String> arguments;
    private RedisProcess process;

    private TestNode(Path directory, int port, List<String> arguments) {
        this.directory = directory;
        this.port = port;
        this.arguments = arguments;
        this.process = started();
    }

    /** Starts a node and waits until it answers. */
    static TestNode start(int port, String... settings) {
        TestNode node = make(directory(), port, List.of(), settings);
        node.awaitAnswer();
        return node;
    }

    /** Starts a Sentinel with such a configuration; does not wait for it. */
    static TestNode sentinel(int port, String configuration) {
        Path directory = directory();
        Path file = directory.resolve("sentinel.conf");
        try {
            Files.writeString(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return make(directory, port, List.of(file.toString()), "--sentinel");
    }

    private static TestNode make(Path directory, int port, List<String> first, String... settings) {
        List<String> arguments = new ArrayList<>(first);
        arguments.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
        arguments.addAll(List.of("--dir", directory.toString()));
        arguments.addAll(List.of(settings));
        return new TestNode(directory, port, arguments);
    }

    private static Path directory() {
        try {
            Path all = Files.createDirectories(Path.of("target", "redis").toAbsolutePath());
            return Files.createTempDirectory(all, "node-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            process.awaitAnswer(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    ProcessHandle redis() {
        return process.redis();
    }

    /** Ends it with kill -9. */
    void kill() {
        process.redis().destroyForcibly();
        process.close();
    }

    /** Starts it again with what it had, and waits until it answers. */
    void restart() {
        launch();
        awaitAnswer();
    }

    /** Starts it again, and does not wait. */
    void launch() {
        process = started();
    }

    @Override
    public void close() {
        process.close();
    }
}
