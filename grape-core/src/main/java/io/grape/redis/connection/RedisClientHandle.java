package io.grape.redis.connection;

import io.grape.address.RedisAddress;
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
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.RedisCommand;
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
 * A connected Redis of any topology.
 *
 * <p>No command is sent twice, or kept for later: a second consume would take jobs that nobody asked for. When a
 * connection breaks, its waiting calls fail; without a connection, new calls fail. Lettuce's replay filter is not
 * enough, because it only drops what was not yet sent. Rejecting commands while disconnected is.
 *
 * <p>Under Sentinel, each new connection first asks for the master. Connections to another one are closed once a
 * Sentinel names it. In a cluster, the connection to a node is opened when first needed. The slot map is read again as
 * soon as a node is missed.
 */
public final class RedisClientHandle implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RedisClientHandle.class);
    private static final Duration HANDSHAKE = Duration.ofSeconds(2);
    private static final Duration FIRST_RECONNECT = Duration.ofMillis(5);
    private static final Duration LAST_RECONNECT = Duration.ofMillis(500);
    private static final ClusterTopologyRefreshOptions REFRESH = ClusterTopologyRefreshOptions.builder()
            .enablePeriodicRefresh(Duration.ofSeconds(15))
            .adaptiveRefreshTriggersTimeout(LAST_RECONNECT)
            // A node that stays down would trigger one refresh after another.
            .disableAdaptiveRefreshTrigger(RefreshTrigger.PERSISTENT_RECONNECTS)
            .build();
    /** The limit of the reply to CLUSTER NODES. */
    private static final String NO_CLUSTER = "cluster support disabled";

    private static final long CLOSE_MILLIS = 700;

    private final ClientResources resources;
    private final AbstractRedisClient client;
    private final RedisConnections links;

    private RedisClientHandle(ClientResources resources, AbstractRedisClient client, RedisConnections links) {
        this.resources = resources;
        this.client = client;
        this.links = links;
    }

    /**
     * Connects; blocks. Fails with BAD_REQUEST if the URI is invalid or of another kind of Redis, and STORE_UNAVAILABLE
     * if Redis cannot be reached.
     */
    public static RedisClientHandle connect(String uri, Duration timeout) {
        return connect(uri, timeout, ClientResources.builder());
    }

    /** The same, with the caller's event loops. */
    public static RedisClientHandle connect(String uri, Duration timeout, ClientResources.Builder loops) {
        RedisAddress address = RedisAddress.parse(uri);
        List<RedisURI> uris = address.uris(min(timeout, HANDSHAKE));
        ConnectionWatchdog connections = new ConnectionWatchdog(timeout);
        ClientResources resources = loops.nettyCustomizer(connections)
                .reconnectDelay(Delay.exponential(FIRST_RECONNECT, LAST_RECONNECT, 2, TimeUnit.MILLISECONDS))
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .build();
        AbstractRedisClient client = address.kind() == RedisAddress.Kind.CLUSTER
                ? new AsyncClusterClient(resources, uris)
                : new AsyncClient(resources, uris.get(0));
        try {
            RedisClientHandle topology =
                    new RedisClientHandle(resources, client, links(client, address.name(), timeout, connections));
            if (address.kind() == RedisAddress.Kind.SENTINEL) {
                SentinelMasterWatcher.start((RedisClient) client, uris.get(0), connections);
            }
            return topology;
        } catch (RedisException e) {
            shutdown(client, resources);
            if (Unreachable.all(e).contains(NO_CLUSTER)) {
                throw new GrapeException(
                        ErrorCode.BAD_REQUEST,
                        "redis: expected a Cluster, as the URI says redis-cluster://, got a Redis that is none;"
                                + " remedy: say redis:// or redis-sentinel:// in --redis",
                        e);
            }
            throw new GrapeException(
                    ErrorCode.STORE_UNAVAILABLE, "Redis cannot be reached: " + Unreachable.why(address, e), e);
        }
    }

    private static RedisConnections links(
            AbstractRedisClient client, String name, Duration timeout, ConnectionWatchdog connections) {
        if (client instanceof RedisClusterClient cluster) {
            cluster.setOptions((ClusterClientOptions)
                    options(ClusterClientOptions.builder().topologyRefreshOptions(REFRESH), timeout)
                            .build());
            return new ClusterConnections(cluster, connections);
        }
        RedisClient single = (RedisClient) client;
        single.setOptions(options(ClientOptions.builder(), timeout).build());
        return new SingleNodeConnections(single, name, connections);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static ClientOptions.Builder options(ClientOptions.Builder builder, Duration timeout) {
        return builder.autoReconnect(true)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .timeoutOptions(TimeoutOptions.builder()
                        .timeoutSource(new Timeouts(timeout))
                        .build())
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(min(timeout, HANDSHAKE))
                        .keepAlive(true)
                        .build())
                // They would extend the deadlines.
                .maintNotificationsConfig(MaintNotificationsConfig.disabled());
    }

    /** A script ends by its call's deadline, which may have begun long before. */
    private static final class Timeouts extends TimeoutOptions.TimeoutSource {
        private final long millis;

        Timeouts(Duration ofOthers) {
            this.millis = ofOthers.toMillis();
        }

        @Override
        public long getTimeout(RedisCommand<?, ?, ?> command) {
            return command.getOutput() instanceof ScriptOutput script
                    ? Math.max(1, script.deadline().left().toMillis())
                    : millis;
        }
    }

    public RedisConnections links() {
        return links;
    }

    /** Fails waiting calls; takes two seconds at most. */
    @Override
    public void close() {
        await(links.close());
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
