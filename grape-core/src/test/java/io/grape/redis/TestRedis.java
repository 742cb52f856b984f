package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.Directories;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.UUID;

/** The Redis of this test run: the one that {@code GRAPE_TEST_REDIS} names, else an embedded one, started once. */
public final class TestRedis {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int TRIES = 5;

    private TestRedis() {}

    /** A Redis URI that is good until the run ends. */
    public static String uri() {
        String given = System.getenv("GRAPE_TEST_REDIS");
        return given != null && !given.isBlank() ? given : Embedded.REDIS.uri();
    }

    /** A name that nobody else uses in this run. */
    public static String newNamespace() {
        return "t" + UUID.randomUUID().toString().substring(0, 8);
    }

    /** How a broker of its own uses a Redis. */
    public static RedisStoreOptions options(String uri, String namespace) {
        return new RedisStoreOptions(uri, namespace, UUID.randomUUID().toString(), TIMEOUT, Duration.ofSeconds(6));
    }

    /** A store on {@code uri} in a namespace of its own, with a clock that can be set, tube by tube. */
    public static RedisStore open(String uri, String namespace) {
        for (int tries = 1; ; tries++) {
            try {
                return RedisStore.open(options(uri, namespace), StoreListener.NONE, SettableClock.LUA);
            } catch (GrapeException e) {
                // A handshake has two seconds, which a busy machine may take.
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    private static final class Embedded {
        static final EmbeddedRedis REDIS = start();

        private static EmbeddedRedis start() {
            EmbeddedRedis redis = EmbeddedRedis.durable(Directories.ofBuild());
            Runtime.getRuntime().addShutdownHook(new Thread(redis::close));
            return redis;
        }
    }
}
