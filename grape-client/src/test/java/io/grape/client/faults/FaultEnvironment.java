package io.grape.client.faults;

import io.grape.embedded.RedisNode;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two brokers and their Redis, each a process of its own, for all scenarios of a class. */
@SuppressWarnings("NullAway.Init") // All of it is made before the first test.
final class FaultEnvironment implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    RedisNode redis;
    BrokerProcess first;
    BrokerProcess second;

    private static Path directory() {
        try {
            Path all = Files.createDirectories(Path.of("target", "redis").toAbsolutePath());
            return Files.createTempDirectory(all, "faults-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        redis = RedisNode.start(
                directory(), FreePorts.one(), "--appendonly", "yes", "--appendfsync", "always", "--save", "");
        first = BrokerProcess.start(redis.uri());
        second = BrokerProcess.start(redis.uri());
        first.awaitReady();
        second.awaitReady();
    }

    /** A scenario that failed half-way must not spoil the next. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (!redis.redis().isAlive()) {
            redis.restart();
        }
        first.mend();
        second.mend();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        first.close();
        second.close();
        redis.close();
    }
}
