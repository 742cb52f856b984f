package io.grape.server.app;

import io.grape.embedded.EmbeddedRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.grape.server.StoreOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** How processes of ours get at their Redis. */
public final class StoreOpener {
    private static final Duration DEAD_AFTER = Duration.ofSeconds(6);
    private static final String OTHER_THAN_ONE = "redis-";

    private StoreOpener() {}

    /** How a process with these options uses a Redis. */
    static RedisStoreOptions options(StoreOptions given, String redisUri) {
        return new RedisStoreOptions(
                redisUri,
                given.namespace(),
                UUID.randomUUID().toString(),
                given.timeout(),
                DEAD_AFTER,
                given.overload());
    }

    /** What sort of Redis it is: {@code standalone}, {@code sentinel} or {@code cluster}. */
    static String mode(String redisUri) {
        String scheme = redisUri.substring(0, Math.max(0, redisUri.indexOf(':')));
        return scheme.startsWith(OTHER_THAN_ONE) ? scheme.substring(OTHER_THAN_ONE.length()) : "standalone";
    }

    /**
     * Opens, for one action, what a broker with these options would run on: the embedded Redis of one that runs, or one of its own
     * for the moment.
     */
    static <T> T forAMoment(StoreOptions given, Function<RedisStore, T> action) {
        Optional<String> running =
                given.redis() == null ? EmbeddedRedis.running(given.dataDir()) : Optional.of(given.redis());
        if (running.isPresent()) {
            return at(given, running.get(), action);
        }
        try (EmbeddedRedis redis = DataDirOption.durableRedis(given.dataDir())) {
            return at(given, redis.uri(), action);
        }
    }

    private static <T> T at(StoreOptions given, String uri, Function<RedisStore, T> action) {
        try (RedisStore store = RedisStore.open(options(given, uri), StoreListener.NONE)) {
            return action.apply(store);
        }
    }
}
