package io.grape.redis.connection;

import io.grape.core.OncePerInterval;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to the nodes of a cluster. The slot map is read again when calls fail. A node that is down costs nothing
 * while the others serve all calls.
 */
final class ClusterConnections implements RedisConnections {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterConnections.class);

    private final RedisClusterClient client;
    private final ConnectionWatchdog connections;
    private final StatefulRedisClusterConnection<byte[], byte[]> connection;
    private final StatefulRedisClusterConnection<byte[], byte[]> confirming;
    private final StatefulRedisPubSubConnection<byte[], byte[]> pubSub;
    private final OncePerInterval refreshes = new OncePerInterval(Duration.ofMillis(500));
    private final AtomicBoolean refreshing = new AtomicBoolean();

    ClusterConnections(RedisClusterClient client, ConnectionWatchdog connections) {
        this.client = client;
        this.connections = connections;
        this.connection = client.connect(ByteArrayCodec.INSTANCE);
        this.confirming = client.connect(ByteArrayCodec.INSTANCE);
        this.pubSub = client.connectPubSub(ByteArrayCodec.INSTANCE);
        connectToMasters();
    }

    /** The open connections; others are opened when needed. */
    private void connectToMasters() {
        connection.getPartitions().stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM))
                .map(node -> connected(connection, node).handle((connected, failure) -> failure))
                .toList()
                .forEach(CompletableFuture::join);
    }

    /** Lettuce throws some failures directly; after its close, a NullPointerException. */
    private static CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connected(
            StatefulRedisClusterConnection<byte[], byte[]> cluster, RedisClusterNode node) {
        try {
            return cluster.getConnectionAsync(
                    node.getUri().getHost(), node.getUri().getPort());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(new RedisException("no connection to a node", e));
        }
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    /** Lettuce refuses a command to a node without a connection, so the connection comes first. */
    @Override
    public CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> route(byte[] key) {
        RedisClusterNode master = connection.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
        return master == null
                ? CompletableFuture.completedFuture(connection.async())
                : connected(connection, master).thenApply(node -> connection.async());
    }

    @Override
    public String node(byte[] key) {
        RedisClusterNode master = connection.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
        return master == null ? "" : master.getNodeId();
    }

    @Override
    public CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> commands(String node) {
        RedisClusterNode known = connection.getPartitions().getPartitionByNodeId(node);
        return known == null
                ? CompletableFuture.failedFuture(new RedisException("no node has this name"))
                : connected(connection, known).thenApply(StatefulRedisConnection::async);
    }

    /**
     * Sent to the node directly, because a redirect would separate a script from its WAIT. While the slot moves, the
     * call is refused until the new node is known.
     */
    @Override
    public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> confirming(byte[] key) {
        RedisClusterNode master = confirming.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
        return master == null
                ? CompletableFuture.failedFuture(new RedisException("no node has the slot"))
                : connected(confirming, master);
    }

    /** During a replacement, the old and the new node may have the same address. */
    @Override
    public Map<String, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> masters() {
        return connection.getPartitions().stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasNoSlots())
                .collect(Collectors.toMap(
                        node -> node.getUri().getHost() + ":" + node.getUri().getPort(),
                        node -> connected(connection, node).thenApply(StatefulRedisConnection::async),
                        (first, again) -> first));
    }

    /**
     * After an interrupted move, or a failover of its source, keys may stay at a node without their slot. Replicas hold
     * what their masters do.
     */
    @Override
    public CompletableFuture<Boolean> isWhole(byte[] key) {
        int slot = SlotHash.getSlot(key);
        return client.refreshPartitionsAsync()
                .toCompletableFuture()
                .thenCompose(known -> {
                    List<CompletableFuture<Boolean>> others = connection.getPartitions().stream()
                            .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasSlot(slot))
                            .map(node -> holdsNothingOf(slot, node))
                            .toList();
                    return CompletableFuture.allOf(others.toArray(CompletableFuture<?>[]::new))
                            .thenApply(told -> others.stream().allMatch(CompletableFuture::join));
                })
                .exceptionally(untold -> false);
    }

    private CompletableFuture<Boolean> holdsNothingOf(int slot, RedisClusterNode node) {
        return connected(connection, node)
                .thenCompose(there -> there.async().clusterCountKeysInSlot(slot))
                .thenApply(keys -> keys == 0);
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> pubSub() {
        return pubSub;
    }

    @Override
    public void failed(Throwable failure) {
        if (StoreFailure.isMisfit(failure)) {
            connections.closeAll();
        }
        boolean isElsewhere = StoreFailure.isOfConnection(failure) || StoreFailure.isMoved(failure);
        if (isElsewhere && refreshes.isDue() && refreshing.compareAndSet(false, true)) {
            client.refreshPartitionsAsync().whenComplete((done, missed) -> {
                refreshing.set(false);
                if (missed != null) {
                    LOG.debug("the cluster's nodes cannot be read: {}", missed.toString());
                }
            });
        }
    }

    @Override
    public CompletableFuture<Void> close() {
        return CompletableFuture.allOf(pubSub.closeAsync(), confirming.closeAsync(), connection.closeAsync());
    }
}
