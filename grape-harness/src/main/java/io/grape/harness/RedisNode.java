package io.grape.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.process.FreePorts;
import io.grape.process.RedisBinary;
import io.grape.process.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** One {@code redis-server}, of several perhaps, which can be killed and started again as it was. It owns nothing but its process. */
public final class RedisNode implements AutoCloseable {
    private static final int BUS_OFFSET = 10_000;
    private static final String PASSWORD = "--requirepass";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** Its threads are no store's, which tests count. */
    private static final RedisClient CLIENT = RedisClient.create(ClientResources.builder()
            .threadFactoryProvider(pool -> run -> daemon("harness-" + pool, run))
            .build());

    private final int port;
    private final String login;
    private final RedisProcess process;

    private static Thread daemon(String name, Runnable run) {
        Thread thread = new Thread(run, name);
        thread.setDaemon(true);
        return thread;
    }

    private RedisNode(int port, String login, RedisProcess process) {
        this.port = port;
        this.login = login;
        this.process = process;
    }

    /** Starts a node that keeps its files in a directory, and waits until it answers. */
    public static RedisNode start(Path directory, int port, String... settings) {
        return start(embedded(), directory, port, settings);
    }

    /** The same of a program that is installed. */
    public static RedisNode start(Path program, Path directory, int port, String... settings) {
        RedisNode node = launched(program, directory, port, List.of(), settings);
        node.awaitAnswer();
        return node;
    }

    /** The same with a clock of its own. */
    public static RedisNode start(FakeClock clock, Path directory, int port, String... settings) {
        List<String> first = new ArrayList<>();
        clock.environment().forEach((name, value) -> first.add(name + "=" + value));
        first.add(embedded().toString());
        RedisNode node = launched(Path.of("env"), directory, port, first, settings);
        node.awaitAnswer();
        return node;
    }

    /** Starts a Sentinel with such a configuration; does not wait for it. */
    public static RedisNode sentinel(Path directory, int port, String configuration) {
        Path file = written(directory.resolve("sentinel.conf"), configuration);
        return launched(embedded(), directory, port, List.of(file.toString()), "--sentinel");
    }

    /** Starts a program that is installed, for clients that speak TLS; does not wait for it. */
    public static RedisNode encrypted(Path program, Path directory, int port, String configuration, String... more) {
        Path file = written(directory.resolve("redis.conf"), configuration);
        List<String> arguments = new ArrayList<>(List.of(file.toString(), "--port", "0"));
        arguments.addAll(List.of("--tls-port", Integer.toString(port)));
        arguments.addAll(Arrays.asList(more));
        return new RedisNode(port, "", started(program, directory, arguments));
    }

    /** Starts a node of a cluster that is yet to be formed, and waits until it answers. */
    static RedisNode member(Path directory) {
        return start(
                directory,
                busPort(),
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

    /** A free port for a node of a cluster, whose bus has another. */
    public static int busPort() {
        return FreePorts.withAnother(BUS_OFFSET);
    }

    private static RedisNode launched(Path program, Path directory, int port, List<String> first, String... settings) {
        List<String> arguments = new ArrayList<>(first);
        arguments.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
        arguments.addAll(List.of("--dir", directory.toString()));
        arguments.addAll(List.of(settings));
        int password = arguments.indexOf(PASSWORD) + 1;
        String login = password == 0 ? "" : ":" + URLEncoder.encode(arguments.get(password), UTF_8) + "@";
        return new RedisNode(port, login, started(program, directory, arguments));
    }

    private static Path embedded() {
        try {
            return RedisBinary.path();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path written(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RedisProcess started(Path program, Path directory, List<String> arguments) {
        try {
            return RedisProcess.start(program, directory.resolve("redis.log"), arguments);
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

    /** Where it is and how to log in. */
    public String uri() {
        return "redis://" + login + "127.0.0.1:" + port;
    }

    /** The process of Redis itself. */
    public ProcessHandle process() {
        return process.redis();
    }

    /** Asks it, on a connection of its own. */
    public <T> T ask(Function<RedisCommands<String, String>, T> question) {
        RedisURI uri = RedisURI.create(uri());
        uri.setTimeout(TIMEOUT);
        try (StatefulRedisConnection<String, String> connection = CLIENT.connect(uri)) {
            return question.apply(connection.sync());
        }
    }

    /** The same; a fallback when it does not answer, or says no. */
    public <T> T ask(Function<RedisCommands<String, String>, T> question, T fallback) {
        try {
            return ask(question);
        } catch (RedisException away) {
            return fallback;
        }
    }

    /** What it says of itself; empty when it does not answer. */
    String info(String section) {
        return ask(redis -> redis.info(section), "");
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
        try {
            process.startAgain();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
