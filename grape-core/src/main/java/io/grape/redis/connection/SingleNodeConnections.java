package io.grape.redis.connection;

import io.grape.core.OncePerInterval;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Connections to one Redis, or to the master that the Sentinels name. Each new connection asks the Sentinels. If a
 * Redis says that it is a replica, it is no longer the master. Its connections are closed, and new ones lead to the new
 * master. A reply that does not fit its call closes them, too.
 */
final class SingleNodeConnections implements RedisConnections {
    private final String name;
    private final ConnectionWatchdog connections;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final StatefulRedisConnection<byte[], byte[]> confirming;
    private final StatefulRedisPubSubConnection<byte[], byte[]> pubSub;
    private final CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> commands;
    private final OncePerInterval reconnects = new OncePerInterval(Duration.ofSeconds(1));

    /**
     * Connects.
     *
     * @param name the client name of the connection
     */
    SingleNodeConnections(RedisClient client, String name, ConnectionWatchdog connections) {
        this.name = name;
        this.connections = connections;
        this.connection = client.connect(ByteArrayCodec.INSTANCE);
        this.confirming = client.connect(ByteArrayCodec.INSTANCE);
        this.pubSub = client.connectPubSub(ByteArrayCodec.INSTANCE);
        this.commands = CompletableFuture.completedFuture(connection.async());
    }

    @Override
    public CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> route(byte[] key) {
        return commands;
    }

    @Override
    public String node(byte[] key) {
        return name;
    }

    @Override
    public CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> commands(String node) {
        return commands;
    }

    @Override
    public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> confirming(byte[] key) {
        return CompletableFuture.completedFuture(confirming);
    }

    @Override
    public Map<String, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> masters() {
        return Map.of("redis", commands);
    }

    @Override
    public CompletableFuture<Boolean> isWhole(byte[] key) {
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public String shown(String node) {
        return name;
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> pubSub() {
        return pubSub;
    }

    @Override
    public void failed(Throwable failure) {
        if (StoreFailure.isMisfit(failure) || (StoreFailure.isOfReplica(failure) && reconnects.isDue())) {
            connections.closeAll();
        }
    }

    @Override
    public CompletableFuture<Void> close() {
        return CompletableFuture.allOf(pubSub.closeAsync(), confirming.closeAsync(), connection.closeAsync());
    }
}
