package io.grape.client.faults;

import io.grape.harness.Directories;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two brokers and their Redis, each a process of its own, for all scenarios of a class. */
@SuppressWarnings("NullAway.Init") // All of it is made before the first test.
final class FaultEnvironment implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    RedisNode redis;
    RunningBroker first;
    RunningBroker second;

    private RunningBroker broker() {
        return RunningBroker.start(
                "--redis",
                redis.uri(),
                // A wire between resets connections whose clients have what was sent to them.
                "--trusted-proxies=127.0.0.1",
                "--http-port",
                Integer.toString(FreePorts.one()));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        redis = RedisNode.start(
                Directories.ofBuild(), FreePorts.one(), "--appendonly", "yes", "--appendfsync", "always", "--save", "");
        first = broker();
        second = broker();
        first.awaitReady();
        second.awaitReady();
    }

    /** A scenario that failed half-way must not spoil the next. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (!redis.process().isAlive()) {
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
