package io.grape.redis;

import org.junit.jupiter.api.Tag;

/** The law over a Redis Cluster. */
@Tag("apart")
final class RedisClusterBrokerTest extends RedisContract {
    @Override
    protected String uri() {
        return TestCluster.uri();
    }
}
