package io.grape.redis.connection;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.cluster.ClusterPushHandler;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The same as {@link AsyncClient} for a cluster. */
final class AsyncClusterClient extends RedisClusterClient {
    AsyncClusterClient(ClientResources resources, List<RedisURI> uris) {
        super(resources, uris);
    }

    @Override
    protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
            RedisChannelWriter writer,
            PushHandler pushes,
            RedisCodec<K, V> codec,
            Duration timeout,
            Supplier<JsonParser> parser) {
        return new AsyncClient.Connection<>(writer, pushes, codec, timeout, parser);
    }

    @Override
    protected <V, K> StatefulRedisClusterConnectionImpl<K, V> newStatefulRedisClusterConnection(
            RedisChannelWriter writer,
            ClusterPushHandler pushes,
            RedisCodec<K, V> codec,
            Duration timeout,
            Supplier<JsonParser> parser) {
        return new StatefulRedisClusterConnectionImpl<>(writer, pushes, codec, timeout, parser) {
            @Override
            protected @Nullable RedisAdvancedClusterCommands<K, V> newRedisAdvancedClusterCommandsImpl() {
                return null;
            }
        };
    }
}
