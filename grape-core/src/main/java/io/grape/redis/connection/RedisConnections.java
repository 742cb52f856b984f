package io.grape.redis.connection;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The connections to a Redis of one shape. */
public interface RedisConnections {
    /** The commands to the node that has a key, as soon as there is a connection to it. */
    CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> route(byte[] key);

    /** Which node that is, by a name that no other gets. Of one that the Sentinels name, the same for all of them. */
    String node(byte[] key);

    /** A connection of its own to that node, for calls that wait in Redis: what is behind them on it waits too. */
    CompletableFuture<StatefulRedisConnection<byte[], byte[]>> confirming(byte[] key);

    /** The commands to each node that takes writes for some slot, by its name. Throws nothing: of a node that is away they fail. */
    Map<String, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> masters();

    /** How people are told one of {@link #masters}: its key must be the same for every broker, and that may not be an address. */
    default String shown(String node) {
        return node;
    }

    /**
     * Whether no other node holds a key of this key's slot; false also when one does not tell. Throws nothing. What is not there then is
     * nowhere.
     */
    CompletableFuture<Boolean> isWhole(byte[] key);

    StatefulRedisPubSubConnection<byte[], byte[]> pubSub();

    /** Is told of every failure, also of one after which the call is made again, and looks whether another node answers now. */
    void failed(Throwable failure);

    CompletableFuture<Void> close();
}
