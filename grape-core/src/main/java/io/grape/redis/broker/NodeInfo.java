package io.grape.redis.broker;

import io.grape.core.Deadline;
import io.grape.redis.connection.RedisConnections;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * INFO and settings of each node that takes writes. A node that hides something, or does not reply in time, has fewer
 * fields.
 */
public final class NodeInfo {
    private static final String[] SETTINGS = {
        "save", "appendfsync", "min-replicas-to-write", "hash-max-listpack-value", "zset-max-listpack-entries"
    };

    private final RedisConnections redis;
    private final Duration timeout;

    public NodeInfo(RedisConnections redis, Duration timeout) {
        this.redis = redis;
        this.timeout = timeout;
    }

    /** The fields of INFO and the settings, by node. */
    public CompletionStage<Map<String, Map<String, String>>> read() {
        Map<String, CompletableFuture<Map<String, String>>> reports = new TreeMap<>();
        redis.masters().forEach((name, node) -> reports.put(redis.shown(name), node.thenCompose(this::read)));
        return CompletableFuture.allOf(reports.values().toArray(CompletableFuture[]::new))
                .handle((done, failure) -> reports.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                one -> one.getValue().isCompletedExceptionally()
                                        ? Map.of()
                                        : one.getValue().join(),
                                (first, again) -> first,
                                TreeMap::new)));
    }

    private CompletionStage<Map<String, String>> read(RedisClusterAsyncCommands<byte[], byte[]> node) {
        CompletionStage<Map<String, String>> info = told(node.info().thenApply(NodeInfo::fields));
        CompletionStage<Map<String, String>> settings = told(node.configGet(SETTINGS));
        return info.thenCombine(settings, (one, other) -> {
            Map<String, String> all = new HashMap<>(one);
            all.putAll(other);
            return all;
        });
    }

    private CompletionStage<Map<String, String>> told(CompletionStage<Map<String, String>> answer) {
        return Deadline.in(timeout).limit(() -> answer).handle((told, denied) -> denied == null ? told : Map.of());
    }

    private static Map<String, String> fields(String info) {
        return info.lines()
                .filter(line -> !line.startsWith("#") && line.contains(":"))
                .map(line -> line.split(":", 2))
                .collect(Collectors.toMap(field -> field[0], field -> field[1], (first, again) -> first));
    }
}
