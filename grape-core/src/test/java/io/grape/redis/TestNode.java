package io.grape.redis;

import io.grape.embedded.RedisNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts nodes that keep their files where the build does. */
public final class TestNode {
    private TestNode() {}

    /** Starts a node and waits until it answers. */
    public static RedisNode start(int port, String... settings) {
        return RedisNode.start(directory(), port, settings);
    }

    /** Starts a Sentinel with such a configuration; does not wait for it. */
    public static RedisNode sentinel(int port, String configuration) {
        return RedisNode.sentinel(directory(), port, configuration);
    }

    /** Starts a node of a cluster that is yet to be formed, and waits until it answers. */
    static RedisNode member() {
        return RedisNode.member(directory());
    }

    /** A new one, for one node. */
    static Path directory() {
        try {
            Path all = Files.createDirectories(Path.of("target", "redis").toAbsolutePath());
            return Files.createTempDirectory(all, "node-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
