package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A connected Redis of any shape.
 *
 * <p>A command whose connection broke is never sent again by the client: a second consume would take jobs that nobody asked
 * for. While there is no connection, calls end by their deadline.
 */
record Topology(
        AbstractRedisClient client,
        StatefulConnection<byte[], byte[]> connection,
        RedisClusterAsyncCommands<byte[], byte[]> commands,
        StatefulRedisPubSubConnection<byte[], byte[]> pubSub)
        implements AutoCloseable {
    private static final String CLUSTER = "redis-cluster://";
    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    static Topology connect(String uri, Duration timeout) {
        if (uri.startsWith(CLUSTER)) {
            return cluster(clusterUris(uri), timeout);
        }
        RedisURI parsed = parsed(uri);
        parsed.setTimeout(timeout);
        return single(parsed, timeout);
    }

    private static Topology single(RedisURI uri, Duration timeout) {
        RedisClient client = RedisClient.create(uri);
        client.setOptions(options(ClientOptions.builder(), timeout).build());
        return connected(client, () -> {
            StatefulRedisConnection<byte[], byte[]> connection =
                    uri.getSentinels().isEmpty() ? client.connect(CODEC) : MasterReplica.connect(client, CODEC, uri);
            return new Topology(client, connection, connection.async(), client.connectPubSub(CODEC));
        });
    }

    private static Topology cluster(List<RedisURI> uris, Duration timeout) {
        uris.forEach(uri -> uri.setTimeout(timeout));
        RedisClusterClient client = RedisClusterClient.create(uris);
        ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(Duration.ofSeconds(10))
                .adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
                .build();
        client.setOptions(
                (ClusterClientOptions) options(ClusterClientOptions.builder().topologyRefreshOptions(refresh), timeout)
                        .build());
        return connected(client, () -> {
            StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(CODEC);
            return new Topology(client, connection, connection.async(), client.connectPubSub(CODEC));
        });
    }

    private static ClientOptions.Builder options(ClientOptions.Builder builder, Duration timeout) {
        return builder.autoReconnect(true)
                .replayFilter(command -> true)
                .timeoutOptions(TimeoutOptions.enabled(timeout));
    }

    private static Topology connected(AbstractRedisClient client, Supplier<Topology> connect) {
        try {
            return connect.get();
        } catch (RedisException e) {
            client.shutdown();
            throw new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis cannot be reached: " + e.getMessage(), e);
        }
    }

    private static List<RedisURI> clusterUris(String uri) {
        String rest = uri.substring(CLUSTER.length());
        String login = rest.contains("@") ? rest.substring(0, rest.lastIndexOf('@') + 1) : "";
        return Arrays.stream(rest.substring(login.length()).split(",", -1))
                .map(host -> parsed("redis://" + login + host))
                .toList();
    }

    private static RedisURI parsed(String uri) {
        try {
            return RedisURI.create(uri);
        } catch (IllegalArgumentException e) {
            throw new GrapeException(
                    ErrorCode.BAD_REQUEST,
                    "redis: expected redis://host:port, rediss://…, redis-sentinel://h1,h2#master or redis-cluster://h1,h2: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public void close() {
        pubSub.close();
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
