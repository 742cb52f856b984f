package io.grape.server.app;

import io.grape.redis.OffsetClock;
import io.grape.redis.RedisStore;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.http.connection.HttpLimits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A broker in this JVM whose clock can be put ahead of Redis's, for tests of programs whose jobs are due in days. It is made by
 * name in a program; no option, no variable and no file of a broker that is started leads here.
 */
public final class TimeShiftBroker implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 2000;
    private static final int TUBE_LABELS = 100;
    private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(5);

    private final OffsetClock clock;
    private final GrapeServer server;

    private TimeShiftBroker(OffsetClock clock, GrapeServer server) {
        this.clock = clock;
        this.server = server;
    }

    /** Starts one on a standalone Redis, on a free loopback port; blocks until it can serve. */
    public static TimeShiftBroker start(String redisUri, String namespace) {
        OffsetClock clock = OffsetClock.of(redisUri, namespace);
        try {
            return new TimeShiftBroker(clock, server(redisUri, namespace, clock));
        } catch (RuntimeException e) {
            clock.close();
            throw e;
        }
    }

    private static GrapeServer server(String redisUri, String namespace, OffsetClock clock) {
        return GrapeServer.start(
                config(namespace),
                redisUri,
                HttpLimits.ofConnections(MAX_CONNECTIONS),
                (options, listener, loops) -> RedisStore.open(options, listener, loops, clock));
    }

    private static ServerConfig config(String namespace) {
        return new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, MAX_CONNECTIONS),
                new StoreOptions(null, namespace, Path.of("."), REDIS_TIMEOUT, Duration.ZERO, true),
                new MetricsOptions(TUBE_LABELS),
                new RepairOptions(0));
    }

    /** Where its HTTP API is. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.httpPort());
    }

    /** The time by its clock. */
    public Instant now() {
        return clock.now();
    }

    /** Puts its clock ahead by so much more; who waits for a time looks whether it has come. */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("step: expected 0 or more, got " + step);
        }
        clock.advance(step);
        server.clockChanged().await();
    }

    @Override
    public void close() {
        server.close().await();
        clock.close();
    }
}
