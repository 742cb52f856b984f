package io.grape.redis;

import io.grape.redis.script.Keys;
import java.time.Duration;

/**
 * How to use a Redis.
 *
 * @param uri {@code redis://}, {@code redis-sentinel://h1,h2#master} or {@code redis-cluster://h1,h2}; with TLS {@code rediss…}
 * @param namespace what every key begins with
 * @param broker the name of this process among the brokers, unique to this run of it
 * @param timeout the deadline of one call to Redis
 * @param deadAfter how long a broker may be silent before the others look after its leases
 */
public record RedisStoreOptions(String uri, String namespace, String broker, Duration timeout, Duration deadAfter) {
    public RedisStoreOptions {
        namespace = Keys.checked(namespace);
    }
}
