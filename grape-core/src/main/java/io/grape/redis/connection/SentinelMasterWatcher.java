package io.grape.redis.connection;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks every Sentinel each second for the master. When a response changes, closes the connections to other nodes.
 *
 * <p>A connection asks the Sentinels only when it is opened. After a failover, an old master that the Sentinels cannot
 * reach still replies to its clients. All that it accepts is lost.
 */
final class SentinelMasterWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(SentinelMasterWatcher.class);
    private static final long POLL_MILLIS = 1000;

    private final RedisClient client;
    private final String master;
    private final ConnectionWatchdog connections;

    private SentinelMasterWatcher(RedisClient client, String master, ConnectionWatchdog connections) {
        this.client = client;
        this.master = master;
        this.connections = connections;
    }

    /** Watches until the client ends. */
    static void start(RedisClient client, RedisURI uri, ConnectionWatchdog connections) {
        SentinelMasterWatcher watch = new SentinelMasterWatcher(client, uri.getSentinelMasterId(), connections);
        List<Sentinel> sentinels =
                uri.getSentinels().stream().map(one -> watch.new Sentinel(one)).toList();
        var unused = client.getResources()
                .eventExecutorGroup()
                .scheduleWithFixedDelay(
                        () -> sentinels.forEach(Sentinel::ask), POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    private final class Sentinel {
        private final RedisURI uri;
        private @Nullable CompletableFuture<StatefulRedisSentinelConnection<String, String>> way;
        private volatile @Nullable SocketAddress known;
        private final AtomicBoolean away = new AtomicBoolean();

        Sentinel(RedisURI uri) {
            this.uri = uri;
        }

        /** A Sentinel that is away, or cannot be asked, is asked again. */
        void ask() {
            try {
                send();
            } catch (RuntimeException e) {
                LOG.debug("sentinel={} cannot be asked", uri, e);
            }
        }

        private void send() {
            CompletableFuture<StatefulRedisSentinelConnection<String, String>> connected = way;
            if (connected == null || connected.isCompletedExceptionally()) {
                way = client.connectSentinelAsync(StringCodec.UTF8, uri);
                var unused = way.whenComplete((connection, failure) -> tell(failure));
            } else if (connected.isDone()) {
                var unused = connected
                        .join()
                        .async()
                        .getMasterAddrByName(master)
                        .whenComplete((address, failure) -> {
                            tell(failure);
                            named(address);
                        });
            }
        }

        /** Logged only when it goes and when it returns, because it is asked every second. */
        private void tell(@Nullable Throwable failure) {
            String name = uri.getHost() + ":" + uri.getPort();
            if (failure != null && away.compareAndSet(false, true)) {
                LOG.warn("sentinel={} does not respond: {}", name, Unreachable.all(failure));
            } else if (failure == null && away.compareAndSet(true, false)) {
                LOG.info("sentinel={} responds again", name);
            }
        }

        /** @param address null while it knows no such master */
        private void named(@Nullable SocketAddress address) {
            SocketAddress before = known;
            if (address == null || address.equals(before)) {
                return;
            }
            known = address;
            if (before != null) {
                LOG.info("sentinel={} names another master={}", uri.getHost() + ":" + uri.getPort(), address);
                connections.closeElsewhere(address);
            }
        }
    }
}
