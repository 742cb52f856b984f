package io.grape.chaos.stage;

import io.grape.harness.RedisCluster;
import io.grape.harness.RedisNode;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Brokers on a Redis Cluster. */
public final class Cluster implements Deployment {
    private static final long STEP_MILLIS = 20;

    private final RedisCluster redis;
    private final List<Broker> brokers;
    private final Path files;

    private Cluster(Settings settings) {
        this.files = settings.directory();
        this.redis = RedisCluster.start(settings.directory());
        this.brokers = Brokers.start(settings, redis.uri());
    }

    public static Cluster open(Settings settings) {
        return new Cluster(settings);
    }

    private static int slotOf(String tube) {
        return SlotHash.getSlot("{" + tube + "}");
    }

    /** The node that is the primary of a tube now. */
    public RedisNode primaryOf(String tube) {
        return redis.primaryOf(slotOf(tube));
    }

    /** Waits until it is another. */
    public void awaitOther(String tube, RedisNode old) {
        redis.awaitOther(slotOf(tube), old);
    }

    /** Moves a tube, with its slot, to another primary, some keys at a time, so that it takes about so long. */
    public void move(String tube, Duration length) {
        int steps = Math.max(1, (int) (length.toMillis() / STEP_MILLIS));
        redis.move(slotOf(tube)).begin().moveSlowly(steps, STEP_MILLIS).end();
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
