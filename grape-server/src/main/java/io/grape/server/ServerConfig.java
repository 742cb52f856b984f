package io.grape.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a broker can be told at its start. Source: {@code docs/operations.md#options}. */
public record ServerConfig(Doors doors, Store store, Metrics metrics) {
    public static final ServerConfig DEFAULT = new ServerConfig(
            new Doors("127.0.0.1", 9521),
            new Store(null, "grape", Path.of("data"), Duration.ofSeconds(2)),
            new Metrics(100));

    /**
     * Where the broker listens.
     *
     * @param host the address that every door binds to
     * @param httpPort 0 = a free one, -1 = none
     */
    public record Doors(String host, int httpPort) {}

    /**
     * Where the jobs are.
     *
     * @param redis a Redis URI, null = an embedded Redis
     * @param namespace what every key begins with
     * @param dataDir where the embedded Redis keeps its file
     * @param timeout the deadline of one call to Redis
     */
    public record Store(@Nullable String redis, String namespace, Path dataDir, Duration timeout) {}

    /**
     * What is measured.
     *
     * @param tubeLabels tubes that get a label of their own; the rest go as {@code _other}
     */
    public record Metrics(int tubeLabels) {}
}
