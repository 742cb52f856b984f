package io.grape.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;

/** A plain connection to one Redis, beside the store under test. */
public final class RawRedis implements AutoCloseable {
    private static final ClientResources RESOURCES = ClientResources.builder()
            .threadFactoryProvider(pool -> new DefaultThreadFactory("raw-" + pool, true))
            .reconnectDelay(Delay.constant(Duration.ofMillis(100)))
            .build();

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    private RawRedis(RedisClient client) {
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build());
        this.client = client;
        this.connection = client.connect();
    }

    public static RawRedis to(String uri) {
        RedisURI parsed = RedisURI.create(uri);
        parsed.setTimeout(Duration.ofSeconds(10));
        return new RawRedis(RedisClient.create(RESOURCES, parsed));
    }

    public RedisCommands<String, String> commands() {
        return connection.sync();
    }

    /** Makes or changes a user, by the rules of ACL SETUSER. */
    public void setUser(String user, String rules) {
        run(CommandType.ACL, "SETUSER " + user + " " + rules);
    }

    /** Holds back all writes and scripts. */
    public void pauseWrites(Duration time) {
        run(CommandType.CLIENT, "PAUSE " + time.toMillis() + " WRITE");
    }

    /** Ends {@link #pauseWrites}. */
    public void resumeWrites() {
        run(CommandType.CLIENT, "UNPAUSE");
    }

    private void run(CommandType command, String arguments) {
        CommandArgs<String, String> each = new CommandArgs<>(StringCodec.UTF8);
        for (String argument : arguments.split(" ", -1)) {
            each.add(argument);
        }
        connection.sync().dispatch(command, new StatusOutput<>(StringCodec.UTF8), each);
    }

    public RedisAsyncCommands<String, String> async() {
        return connection.async();
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
