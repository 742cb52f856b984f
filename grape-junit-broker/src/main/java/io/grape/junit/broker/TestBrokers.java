package io.grape.junit.broker;

import io.grape.embedded.EmbeddedRedis;
import io.grape.server.app.TimeShiftBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Brokers, each with a namespace of its own in one Redis, whose files are deleted at the end. */
final class TestBrokers implements AutoCloseable {
    private final Path directory;
    private final EmbeddedRedis redis;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, TimeShiftBroker> brokers = new ConcurrentHashMap<>();

    private TestBrokers(Path directory, EmbeddedRedis redis) {
        this.directory = directory;
        this.redis = redis;
    }

    static TestBrokers start() throws IOException {
        Path directory = Files.createTempDirectory("grape-test");
        return new TestBrokers(directory, EmbeddedRedis.durable(directory));
    }

    /** Its name and its address. */
    String open() {
        String name = "test-" + count.incrementAndGet();
        TimeShiftBroker broker = TimeShiftBroker.start(redis.uri(), name);
        brokers.put(name, broker);
        return name + ' ' + broker.uri();
    }

    TimeShiftBroker named(String name) {
        return checked(name, brokers.get(name));
    }

    void close(String name) {
        checked(name, brokers.remove(name)).close();
    }

    private static TimeShiftBroker checked(String name, @Nullable TimeShiftBroker broker) {
        if (broker == null) {
            throw new IllegalArgumentException("there is no broker " + name);
        }
        return broker;
    }

    /** Brokers that are still there end with the process. */
    @Override
    public void close() {
        redis.close();
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> files = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
