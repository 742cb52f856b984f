package io.grape.redis;

/** The law over a Redis Cluster. */
final class RedisClusterBrokerTest extends RedisContract {
    @Override
    protected String uri() {
        return TestCluster.uri();
    }
}
