package io.grape.redis;

import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptText;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Redis for stores that can be looked into. They share it, and what looks into them goes through it too: what is
 * sent later is done later.
 */
public final class InspectedRedis implements AutoCloseable {
    /** Apart from what other tests leave behind: to look for every key takes the longer the more there are. */
    private static final int DATABASE = 9;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final RedisClientHandle client;
    private final String snapshotDigest;

    private @Nullable Mutant planted;
    /** The scripts with the fault that was planted last: to make them takes longer than to run most sequences. */
    private Map<Script, ScriptText> texts = new ConcurrentHashMap<>();

    private InspectedRedis(RedisClientHandle client) {
        this.client = client;
        this.snapshotDigest = client.links()
                .route(new byte[0])
                .join()
                .scriptLoad(Stored.script())
                .toCompletableFuture()
                .join();
    }

    /** Connects to the Redis of this test run, which must be a standalone one. */
    public static InspectedRedis connect() {
        return new InspectedRedis(RedisClientHandle.connect(TestRedis.uri() + "/" + DATABASE, TIMEOUT));
    }

    /** A store in a namespace of its own, with a fault if one is given. */
    public InspectedStore store(@Nullable Mutant mutant) {
        String namespace = TestRedis.newNamespace();
        if (!Objects.equals(mutant, planted)) {
            planted = mutant;
            texts = new ConcurrentHashMap<>();
        }
        Map<Script, ScriptText> shared = texts;
        RedisStoreOptions options = new RedisStoreOptions("", namespace, namespace, TIMEOUT, TIMEOUT);
        RedisStore store = new RedisStore(
                client,
                options,
                StoreListener.NONE,
                script -> shared.computeIfAbsent(
                        script,
                        original -> (mutant == null ? original : mutant.plant(original)).text(SettableClock.LUA)));
        return new InspectedStore(store, client.links().route(new byte[0]).join(), namespace, snapshotDigest);
    }

    @Override
    public void close() {
        client.close();
    }
}
