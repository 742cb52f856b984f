package io.grape.redis.broker;

import io.grape.core.Deadline;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.overload.NodeQueues;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks how much memory is left in each node of Redis that is used, so that work can be shed before Redis is full. */
public final class MemoryBrake {
    private static final Pattern USED = Pattern.compile("(?m)^used_memory:([0-9]+)");
    private static final Pattern MOST = Pattern.compile("(?m)^maxmemory:([0-9]+)");

    private final RedisConnections redis;
    private final NodeQueues nodes;
    private final Duration timeout;

    public MemoryBrake(RedisConnections redis, NodeQueues nodes, Duration timeout) {
        this.redis = redis;
        this.nodes = nodes;
        this.timeout = timeout;
    }

    /** Looks once. Nodes for which nothing left since the last time are not asked. Never fails. */
    public CompletionStage<Void> look() {
        return CompletableFuture.allOf(nodes.used().stream()
                .map(node -> look(node, redis.commands(node)))
                .toArray(CompletableFuture<?>[]::new));
    }

    /** A node that hides it, or does not reply, is as it was. */
    private CompletableFuture<Void> look(
            String name, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node) {
        return Deadline.in(timeout)
                .limit(() -> node.thenCompose(commands -> commands.info("memory")))
                .handle((info, failure) -> {
                    if (failure == null) {
                        nodes.memory(name, used(info));
                    }
                    return null;
                });
    }

    private static double used(String info) {
        double most = number(MOST, info);
        return most == 0 ? 0 : number(USED, info) / most;
    }

    private static double number(Pattern field, String info) {
        Matcher line = field.matcher(info);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }
}
