package io.grape.junit;

import io.grape.embedded.EmbeddedRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The Redis of a test run. It ends with the run, and its files are deleted. */
final class TestRedis implements AutoCloseable {
    private final Path directory;
    private final EmbeddedRedis redis;
    private final AtomicInteger namespaces = new AtomicInteger();

    private TestRedis(Path directory, EmbeddedRedis redis) {
        this.directory = directory;
        this.redis = redis;
    }

    static TestRedis start() {
        try {
            Path directory = Files.createTempDirectory("grape-test");
            return new TestRedis(directory, EmbeddedRedis.durable(directory));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uri() {
        return redis.uri();
    }

    String newNamespace() {
        return "test-" + namespaces.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        redis.close();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
