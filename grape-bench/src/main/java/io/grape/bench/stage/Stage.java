package io.grape.bench.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Everything that one scenario runs on. Closing it, or the end of this process by Ctrl-C, ends all processes and removes what
 * they wrote; in a Redis that was named, the keys of its own namespace.
 */
public final class Stage implements AutoCloseable {
    private final Settings settings;
    private final Path directory;
    private final String namespace;
    private final Redis redis;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final Thread hook = new Thread(this::end, "stage-end");
    private int brokers;

    /**
     * How brokers and Redis are run.
     *
     * @param program what stands behind {@code java} to run a broker
     * @param redis the URI of a Redis, empty = one of its own
     */
    public record Settings(List<String> program, String redis) {
        public Settings {
            program = List.copyOf(program);
        }
    }

    private Stage(Settings settings, Path directory) {
        this.settings = settings;
        this.directory = directory;
        this.namespace = "bench-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        this.redis = settings.redis.isEmpty() ? Redis.start(directory) : Redis.named(settings.redis);
    }

    /** Starts Redis. */
    public static Stage open(Settings settings) {
        try {
            Stage stage = new Stage(settings, Files.createTempDirectory("grape-bench-"));
            stage.running.push(stage.redis);
            Runtime.getRuntime().addShutdownHook(stage.hook);
            return stage;
        } catch (IOException e) {
            throw new StageFailure("no temporary directory: " + e.getMessage(), e);
        }
    }

    public Redis redis() {
        return redis;
    }

    /** Starts a broker, on the Redis of this stage. */
    public Broker broker(String... further) {
        List<String> arguments = new ArrayList<>(List.of("--http-port=0", "--redis=" + redis.uri()));
        arguments.add("--namespace=" + namespace);
        arguments.addAll(List.of(further));
        Broker broker = Broker.start(settings.program, arguments, directory.resolve("broker" + brokers++ + ".log"));
        push(broker);
        return broker;
    }

    /** Starts a beanstalkd; without one on this machine it says loudly that there is no pairing. */
    public Optional<Beanstalkd> beanstalkd() {
        Optional<Path> program = Packages.need("beanstalkd");
        if (program.isEmpty()) {
            System.err.println("grape bench: SKIPPED: beanstalkd is not installed, so NOTHING is paired with it");
        }
        return program.map(found -> {
            Beanstalkd beanstalkd = Beanstalkd.start(found, directory);
            push(beanstalkd);
            return beanstalkd;
        });
    }

    private synchronized void push(AutoCloseable process) {
        running.push(process);
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private synchronized void end() {
        while (!running.isEmpty()) {
            AutoCloseable process = running.pop();
            if (process == redis) {
                removeKeys();
            }
            close(process);
        }
        removeDirectory();
    }

    private static void close(AutoCloseable process) {
        try {
            process.close();
        } catch (Exception e) {
            System.err.println("grape bench: could not stop something: " + e.getMessage());
        }
    }

    private void removeKeys() {
        if (!settings.redis.isEmpty()) {
            redis.port().removeKeys("*" + namespace + "*");
        }
    }

    private void removeDirectory() {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("grape bench: could not remove " + directory + ": " + e.getMessage());
        }
    }
}
