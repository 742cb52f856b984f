package io.grape.redis;

import io.grape.core.overload.OverloadOptions;
import io.grape.redis.script.Keys;
import java.time.Duration;

/**
 * The options of a store.
 *
 * @param uri {@code redis://}, {@code redis-sentinel://h1,h2#master} or {@code redis-cluster://h1,h2}; with TLS {@code
 *     rediss…}
 * @param namespace the prefix of every key
 * @param broker the name of this process among the brokers, unique to this run
 * @param timeout the deadline of one call to Redis
 * @param deadAfter the silence after which the other brokers take over a broker's leases
 * @param overload when work is shed
 */
public record RedisStoreOptions(
        String uri, String namespace, String broker, Duration timeout, Duration deadAfter, OverloadOptions overload) {
    public RedisStoreOptions {
        namespace = Keys.checked(namespace);
    }

    /** A store that sheds nothing. */
    public RedisStoreOptions(String uri, String namespace, String broker, Duration timeout, Duration deadAfter) {
        this(uri, namespace, broker, timeout, deadAfter, OverloadOptions.NEVER);
    }
}
