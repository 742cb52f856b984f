package io.grape.redis.connection;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.json.JsonParser;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.pubsub.PubSubEndpoint;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnectionImpl;
import io.lettuce.core.pubsub.api.sync.RedisPubSubCommands;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client whose connections have no blocking commands: {@code sync()} is null. Lettuce finds the methods of those by reflection when it
 * makes the first connection, which was a third of the CPU of a broker's start.
 */
final class AsyncClient extends RedisClient {
    AsyncClient(ClientResources resources, RedisURI uri) {
        super(resources, uri);
    }

    @Override
    protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
            RedisChannelWriter writer, PushHandler pushes, RedisCodec<K, V> codec, Duration timeout) {
        return new Connection<>(writer, pushes, codec, timeout, getOptions().getJsonParser());
    }

    @Override
    protected <K, V> StatefulRedisPubSubConnectionImpl<K, V> newStatefulRedisPubSubConnection(
            PubSubEndpoint<K, V> endpoint, RedisChannelWriter writer, RedisCodec<K, V> codec, Duration timeout) {
        return new StatefulRedisPubSubConnectionImpl<>(endpoint, writer, codec, timeout) {
            @Override
            protected @Nullable RedisPubSubCommands<K, V> newRedisSyncCommandsImpl() {
                return null;
            }
        };
    }

    /** A connection to one Redis. */
    static final class Connection<K, V> extends StatefulRedisConnectionImpl<K, V> {
        Connection(
                RedisChannelWriter writer,
                PushHandler pushes,
                RedisCodec<K, V> codec,
                Duration timeout,
                Supplier<JsonParser> parser) {
            super(writer, pushes, codec, timeout, parser);
        }

        @Override
        protected @Nullable RedisCommands<K, V> newRedisSyncCommandsImpl() {
            return null;
        }
    }
}
