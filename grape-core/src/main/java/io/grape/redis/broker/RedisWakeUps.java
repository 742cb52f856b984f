package io.grape.redis.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.job.WakeUps;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.ScriptRunner;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hints through pub/sub. A message is {@code <ms until ready> <tube>}, or {@code done <tube> <ids>} with the ids of jobs
 * that finished, a line for each. The scripts send it only while a consumer, or somebody who wants a result, waits. A message
 * {@code workers <text>} is what brokers tell each other about workers whose streams have closed.
 *
 * <p>After a reconnection the client subscribes again, under Sentinel to the new master, but ignores a failure. So this
 * class retries until it succeeds. A connection that only listens would not notice that the other side is gone, so it
 * is pinged.
 */
public final class RedisWakeUps implements WakeUps {
    private static final Logger LOG = LoggerFactory.getLogger(RedisWakeUps.class);

    private static final String DONE = "done ";
    private static final String WORKERS = "workers ";

    private final StatefulRedisPubSubConnection<byte[], byte[]> connection;
    private final byte[] channel;
    private final ScriptRunner runner;
    private final long pingMillis;
    private volatile BiConsumer<TubeName, List<String>> onFinish = (tube, ids) -> {};
    private volatile Consumer<String> onWorkerMessage = message -> {};
    private boolean subscribed;
    private volatile boolean listening;

    public RedisWakeUps(
            StatefulRedisPubSubConnection<byte[], byte[]> connection,
            byte[] channel,
            ScriptRunner runner,
            Duration timeout) {
        this.connection = connection;
        this.runner = runner;
        this.channel = channel.clone();
        this.pingMillis = Math.max(1, timeout.toMillis() / 2);
    }

    @Override
    public void onFinish(BiConsumer<TubeName, List<String>> listener) {
        onFinish = listener;
    }

    @Override
    public void onWorkerMessage(Consumer<String> listener) {
        onWorkerMessage = listener;
    }

    @Override
    public CompletionStage<Void> tellOfWorkers(String message) {
        byte[] text = (WORKERS + message).getBytes(UTF_8);
        return runner.call("publish", channel, redis -> redis.publish(channel, text), heard -> heard)
                .thenAccept(heard -> {});
    }

    @Override
    public synchronized CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
        if (subscribed) {
            throw new IllegalStateException("subscribed already");
        }
        subscribed = true;
        connection.addListener(new Listener(onHint, onGap));
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                listening = false;
            }
        });
        // Ends with the client.
        var unused = connection
                .getResources()
                .eventExecutorGroup()
                .scheduleWithFixedDelay(this::keep, pingMillis, pingMillis, TimeUnit.MILLISECONDS);
        return connection.async().subscribe(channel).exceptionally(failure -> {
            throw StoreFailure.of(failure);
        });
    }

    private void keep() {
        RedisPubSubAsyncCommands<byte[], byte[]> redis = connection.async();
        var unused = listening ? redis.ping() : redis.subscribe(channel);
    }

    private final class Listener extends RedisPubSubAdapter<byte[], byte[]> {
        private final BiConsumer<TubeName, Duration> onHint;
        private final Runnable onGap;

        Listener(BiConsumer<TubeName, Duration> onHint, Runnable onGap) {
            this.onHint = onHint;
            this.onGap = onGap;
        }

        /** Any publisher can send anything; other messages are ignored. */
        @Override
        public void message(byte[] from, byte @Nullable [] message) {
            if (message == null) {
                return;
            }
            String text = new String(message, UTF_8);
            int space = text.indexOf(' ');
            Duration wait;
            TubeName tube;
            try {
                if (text.startsWith(WORKERS)) {
                    onWorkerMessage.accept(text.substring(WORKERS.length()));
                    return;
                }
                if (text.startsWith(DONE)) {
                    finished(text.substring(DONE.length()));
                    return;
                }
                wait = Duration.ofMillis(Long.parseLong(text, 0, Math.max(0, space), 10));
                tube = new TubeName(text.substring(space + 1));
            } catch (NumberFormatException | GrapeException e) {
                LOG.debug("a message that is no hint: {}", e.toString());
                return;
            }
            onHint.accept(tube, wait);
        }

        private void finished(String tubeAndIds) {
            String[] parts = tubeAndIds.split(" ", 2);
            if (parts.length == 2) {
                onFinish.accept(new TubeName(parts[0]), List.of(parts[1].split("\n", -1)));
            }
        }

        /** Runs also after each reconnection. */
        @Override
        public void subscribed(byte[] to, long count) {
            listening = true;
            onGap.run();
        }
    }
}
