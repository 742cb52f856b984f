package io.grape.redis.connection;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The connections to a Redis of one topology. */
public interface RedisConnections {
    /** The commands to the node of a key, once it is connected. */
    CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> route(byte[] key);

    /** The unique name of that node. With Sentinel there is only one name. */
    String node(byte[] key);

    /** The commands to a node of that name. They fail if it is not known any more. */
    CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> commands(String node);

    /** A separate connection to that node, for blocking calls: later calls on it must wait, too. */
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> confirming(byte[] key);

    /**
     * The commands to each node that takes writes for a slot, by its name. Throws nothing: the commands to an
     * unreachable node fail.
     */
    Map<String, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> masters();

    /**
     * The text that people see for one of {@link #masters}. The key there must be the same for every broker, so it may
     * not be an address.
     */
    default String shown(String node) {
        return node;
    }

    /** Whether the keys are spread over the nodes of a Redis Cluster. */
    default boolean isCluster() {
        return false;
    }

    /**
     * Whether no other node holds a key of this key's slot. If true, a missing key exists nowhere. False if a node does
     * not reply. Throws nothing.
     */
    CompletableFuture<Boolean> isWhole(byte[] key);

    StatefulRedisPubSubConnection<byte[], byte[]> pubSub();

    /** Receives every failure, even if the call is retried, and checks whether another node is responsible now. */
    void failed(Throwable failure);

    CompletableFuture<Void> close();
}
