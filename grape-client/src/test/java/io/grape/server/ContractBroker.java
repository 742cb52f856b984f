package io.grape.server;

import io.grape.redis.SettableStore;
import io.grape.redis.TestRedis;
import io.grape.server.app.GrapeServer;
import io.grape.server.http.connection.HttpLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A broker on the Redis of this run, whose tubes each have a clock that can be set. */
public final class ContractBroker implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 2000;

    private final GrapeServer server;

    private ContractBroker(GrapeServer server) {
        this.server = server;
    }

    public static ContractBroker start(String namespace) {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, MAX_CONNECTIONS),
                new StoreOptions(null, namespace, Path.of("target"), Duration.ofSeconds(5), Duration.ZERO, true),
                new MetricsOptions(100),
                new RepairOptions(0));
        return new ContractBroker(GrapeServer.start(
                config, TestRedis.uri(), HttpLimits.ofConnections(MAX_CONNECTIONS), SettableStore::open));
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.httpPort());
    }

    @Override
    public void close() {
        server.close().await();
    }
}
