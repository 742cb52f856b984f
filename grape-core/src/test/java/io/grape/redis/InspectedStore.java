package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeName;
import io.grape.core.gate.Gates;
import io.grape.core.job.Broker;
import io.grape.core.key.JobKeys;
import io.grape.core.schedule.ScheduleTicks;
import io.grape.core.schedule.Schedules;
import io.grape.core.tube.Tubes;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletionStage;

/** A store that can be looked into, and whose clock can be set, without waiting for either. */
public final class InspectedStore {
    private final RedisStore store;
    private final RedisClusterAsyncCommands<byte[], byte[]> redis;
    private final String namespace;
    private final String snapshotDigest;

    InspectedStore(
            RedisStore store,
            RedisClusterAsyncCommands<byte[], byte[]> redis,
            String namespace,
            String snapshotDigest) {
        this.store = store;
        this.redis = redis;
        this.namespace = namespace;
        this.snapshotDigest = snapshotDigest;
    }

    public Broker broker() {
        return store.broker();
    }

    public Tubes tubes() {
        return store.tubes();
    }

    public JobKeys keys() {
        return store.jobKeys();
    }

    public Gates gates() {
        return store.gates();
    }

    public Schedules schedules() {
        return store.schedules();
    }

    ScheduleTicks ticks() {
        return store.scheduleTicks();
    }

    /** Sets the clock of one tube to a ms since 1970. */
    public CompletionStage<String> setClock(TubeName tube, long millis) {
        return redis.set(
                SettableClock.key(namespace, tube).getBytes(UTF_8),
                Long.toString(millis).getBytes(UTF_8));
    }

    /**
     * All that is in it once everything is done that was sent before.
     *
     * @param ttls whether to look at the TTLs too, which takes longer
     */
    public CompletionStage<Stored> look(boolean ttls) {
        return Stored.atOnce(redis, snapshotDigest, namespace, ttls);
    }

    /** Removes all that is in it. */
    public CompletionStage<?> clear() {
        return redis.keys("*" + namespace + ":*").thenCompose(keys -> redis.unlink(keys.toArray(new byte[0][])));
    }
}
