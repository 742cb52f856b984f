package io.grape.chaos.stage;

import io.grape.harness.RedisSentinels;
import java.nio.file.Path;
import java.util.List;

/** Brokers on a primary with two replicas, watched by three Sentinels. */
public final class Sentinels implements Deployment {
    private final RedisSentinels redis;
    private final List<Broker> brokers;
    private final Path files;

    private Sentinels(Settings settings, List<String> options) {
        this.files = settings.directory();
        this.redis = RedisSentinels.start(settings.directory(), options);
        this.brokers = Brokers.start(settings, redis.uri());
    }

    public static Sentinels open(Settings settings) {
        return new Sentinels(settings, List.of());
    }

    /** The same; a primary that no replica has answered for a second takes no writes. */
    public static Sentinels guarded(Settings settings) {
        return new Sentinels(settings, List.of("--min-replicas-to-write", "1", "--min-replicas-max-lag", "1"));
    }

    /** Without the brokers. */
    public RedisSentinels redis() {
        return redis;
    }

    @Override
    public List<Broker> brokers() {
        return brokers;
    }

    @Override
    public Path files() {
        return files;
    }

    @Override
    public void awaitWhole() {
        redis.awaitWhole();
        Brokers.awaitReady(brokers);
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        redis.close();
    }
}
