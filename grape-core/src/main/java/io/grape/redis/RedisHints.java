package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Hints;
import io.grape.core.TubeName;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Hints through pub/sub. A message is {@code <ms until ready> <tube>}; the scripts send it only while somebody waits. */
final class RedisHints implements Hints {
    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final byte[] channel;

    RedisHints(StatefulRedisPubSubConnection<byte[], byte[]> connection, byte[] channel) {
        this.connection = connection;
        this.channel = channel.clone();
    }

    @Override
    public CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(byte[] from, byte[] message) {
                String text = new String(message, UTF_8);
                int space = text.indexOf(' ');
                onHint.accept(
                        new TubeName(text.substring(space + 1)), Duration.ofMillis(Long.parseLong(text, 0, space, 10)));
            }

            /** Also after each reconnection, when the client subscribes again. */
            @Override
            public void subscribed(byte[] to, long count) {
                onGap.run();
            }
        });
        return connection.async().subscribe(channel);
    }

    @Override
    public void close() {
        connection.close();
    }
}
