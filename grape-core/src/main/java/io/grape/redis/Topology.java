package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connected Redis of any shape.
 *
 * <p>No command is ever sent twice, nor kept for later: a second consume would take jobs that nobody asked for. What waits for
 * an answer when its connection breaks fails, and so does what is asked for while there is no connection. Lettuce's replay
 * filter does not do that (it spares only what was not yet sent); refusing commands while disconnected does.
 *
 * <p>Under Sentinel, each new connection asks for the master first. In a cluster, a connection to each node is made when it is
 * first needed, and the map of slots is read again as soon as a node is missed.
 */
final class Topology implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);
    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;
    private static final Duration HANDSHAKE = Duration.ofSeconds(1);
    private static final Duration FIRST_RECONNECT = Duration.ofMillis(5);
    private static final Duration LAST_RECONNECT = Duration.ofMillis(500);
    private static final Duration REFRESH = Duration.ofSeconds(15);
    private static final long CLOSE_MILLIS = 700;

    private final ClientResources resources;
    private final AbstractRedisClient client;
    private final Connections connections;
    private final Links links;

    /** The commands to the node that has a key, as soon as there is a connection to it. */
    @FunctionalInterface
    private interface Route {
        CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> to(byte[] key);
    }

    private record Links(
            StatefulConnection<byte[], byte[]> connection,
            Route route,
            StatefulRedisPubSubConnection<byte[], byte[]> pubSub) {}

    private Topology(ClientResources resources, AbstractRedisClient client, Connections connections, Links links) {
        this.resources = resources;
        this.client = client;
        this.connections = connections;
        this.links = links;
    }

    /** Connects; blocks. Fails with BAD_REQUEST when the URI is none, STORE_UNAVAILABLE when Redis cannot be reached. */
    static Topology connect(String uri, Duration timeout) {
        RedisAddress address = RedisAddress.parse(uri);
        List<RedisURI> uris = address.uris(min(timeout, HANDSHAKE));
        Connections connections = new Connections(timeout);
        ClientResources resources = ClientResources.builder()
                .nettyCustomizer(connections)
                .reconnectDelay(Delay.exponential(FIRST_RECONNECT, LAST_RECONNECT, 2, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        AbstractRedisClient client = address.kind() == RedisAddress.Kind.CLUSTER
                ? RedisClusterClient.create(resources, uris)
                : RedisClient.create(resources, uris.get(0));
        try {
            return new Topology(resources, client, connections, links(client, timeout));
        } catch (RedisException e) {
            shutdown(client, resources);
            throw new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis cannot be reached: " + reason(e), e);
        }
    }

    private static Links links(AbstractRedisClient client, Duration timeout) {
        return client instanceof RedisClusterClient cluster
                ? clusterLinks(cluster, timeout)
                : singleLinks((RedisClient) client, timeout);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + reason(cause);
    }

    private static Links singleLinks(RedisClient client, Duration timeout) {
        client.setOptions(options(ClientOptions.builder(), timeout).build());
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(CODEC);
        CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> commands =
                CompletableFuture.completedFuture(connection.async());
        return new Links(connection, key -> commands, client.connectPubSub(CODEC));
    }

    private static Links clusterLinks(RedisClusterClient client, Duration timeout) {
        ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(REFRESH)
                .adaptiveRefreshTriggersTimeout(LAST_RECONNECT)
                .refreshTriggersReconnectAttempts(1)
                .build();
        client.setOptions(
                (ClusterClientOptions) options(ClusterClientOptions.builder().topologyRefreshOptions(refresh), timeout)
                        .build());
        StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(CODEC);
        connectToMasters(connection);
        return new Links(connection, key -> node(connection, key), client.connectPubSub(CODEC));
    }

    /** Those that are there; the others are waited for when they are needed. */
    private static void connectToMasters(StatefulRedisClusterConnection<byte[], byte[]> connection) {
        connection.getPartitions().stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM))
                .map(node -> connect(connection, node).handle((connected, failure) -> failure))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(
            StatefulRedisClusterConnection<byte[], byte[]> connection, RedisClusterNode node) {
        return connection.getConnectionAsync(
                node.getUri().getHost(), node.getUri().getPort());
    }

    /** A command to a node without a connection would be refused: so the connection comes first, then the command. */
    private static CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node(
            StatefulRedisClusterConnection<byte[], byte[]> connection, byte[] key) {
        int slot = SlotHash.getSlot(key);
        RedisClusterNode master = connection.getPartitions().getMasterBySlot(slot);
        return master == null
                ? CompletableFuture.completedFuture(connection.async())
                : connect(connection, master).thenApply(connected -> connection.async());
    }

    private static ClientOptions.Builder options(ClientOptions.Builder builder, Duration timeout) {
        return builder.autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(min(timeout, HANDSHAKE))
                        .keepAlive(true)
                        .build())
                // They would stretch the deadlines.
                .maintNotificationsConfig(MaintNotificationsConfig.disabled());
    }

    CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> route(byte[] key) {
        return links.route().to(key);
    }

    StatefulRedisPubSubConnection<byte[], byte[]> pubSub() {
        return links.pubSub();
    }

    /** Lets go of a Redis that is not, or not any more, the master. */
    void renew() {
        connections.renew();
    }

    /** Fails what waits; takes two seconds at most. */
    @Override
    public void close() {
        await(CompletableFuture.allOf(
                links.pubSub().closeAsync(), links.connection().closeAsync()));
        shutdown(client, resources);
    }

    private static void shutdown(AbstractRedisClient client, ClientResources resources) {
        await(client.shutdownAsync(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS));
        resources.shutdown(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }

    private static void await(CompletableFuture<?> end) {
        try {
            end.get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("connections go on closing in the background: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
