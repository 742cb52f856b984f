package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Hints;
import io.grape.core.TubeName;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Hints through pub/sub. A message is {@code <ms until ready> <tube>}; the scripts send it only while somebody waits.
 *
 * <p>The client subscribes again after each reconnection, under Sentinel to the new master. A connection that only listens
 * would not notice that the other side is gone, so it is pinged.
 */
final class RedisHints implements Hints {
    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final byte[] channel;
    private final long pingMillis;
    private boolean subscribed;

    RedisHints(StatefulRedisPubSubConnection<byte[], byte[]> connection, byte[] channel, Duration timeout) {
        this.connection = connection;
        this.channel = channel.clone();
        this.pingMillis = Math.max(1, timeout.toMillis() / 2);
    }

    @Override
    public synchronized CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
        if (subscribed) {
            throw new IllegalStateException("subscribed already");
        }
        subscribed = true;
        connection.addListener(new Listener(onHint, onGap));
        // Ends with the client.
        var unused = connection
                .getResources()
                .eventExecutorGroup()
                .scheduleWithFixedDelay(this::ping, pingMillis, pingMillis, TimeUnit.MILLISECONDS);
        return connection.async().subscribe(channel).exceptionally(failure -> {
            throw StoreFailure.of(failure);
        });
    }

    private void ping() {
        var unused = connection.async().ping();
    }

    private static final class Listener extends RedisPubSubAdapter<byte[], byte[]> {
        private final BiConsumer<TubeName, Duration> onHint;
        private final Runnable onGap;

        Listener(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
            this.onHint = onHint;
            this.onGap = onGap;
        }

        @Override
        public void message(byte[] from, byte[] message) {
            String text = new String(message, UTF_8);
            int space = text.indexOf(' ');
            onHint.accept(
                    new TubeName(text.substring(space + 1)), Duration.ofMillis(Long.parseLong(text, 0, space, 10)));
        }

        /** Also after each reconnection. */
        @Override
        public void subscribed(byte[] to, long count) {
            onGap.run();
        }
    }
}
