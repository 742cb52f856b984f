package io.grape.server.app;

import io.grape.embedded.EmbeddedRedis;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the embedded Redis again when it ends by itself: it loads what it wrote, and the broker, which answers 503 meanwhile,
 * finds it on the same port. Where that fails the broker is of no use to anybody, and is ended.
 */
public final class EmbeddedRedisSupervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedisSupervisor.class);
    private static final long PAUSE_SECONDS = 1;

    private final EmbeddedRedis redis;
    private final Runnable onFailure;
    private volatile boolean closing;

    private EmbeddedRedisSupervisor(EmbeddedRedis redis, Runnable onFailure) {
        this.redis = redis;
        this.onFailure = onFailure;
    }

    /** Starts an embedded Redis in this directory. Fails with BAD_REQUEST, naming the option, when it cannot be used. */
    public static EmbeddedRedisSupervisor start(Path directory, Runnable onFailure) {
        EmbeddedRedisSupervisor keeper = new EmbeddedRedisSupervisor(DataDirOption.durableRedis(directory), onFailure);
        Thread thread = new Thread(keeper::keep, "redis-keeper");
        thread.setDaemon(true);
        thread.start();
        return keeper;
    }

    private void keep() {
        while (true) {
            ProcessHandle process = redis.process();
            redis.awaitExit();
            if (closing) {
                return;
            }
            LOG.error(
                    "the embedded Redis ended by itself, starting it again pid={} port={}",
                    process.pid(),
                    redis.port());
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(PAUSE_SECONDS));
            try {
                redis.restart();
            } catch (RuntimeException e) {
                LOG.error("{}", e.getMessage());
                onFailure.run();
                return;
            }
        }
    }

    public String uri() {
        return redis.uri();
    }

    /** Stops Redis, for good. */
    @Override
    public void close() {
        closing = true;
        redis.close();
    }
}
