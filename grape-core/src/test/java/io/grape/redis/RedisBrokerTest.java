package io.grape.redis;

/** The law over a standalone Redis. */
final class RedisBrokerTest extends RedisContract {
    @Override
    protected String uri() {
        return TestRedis.uri();
    }
}
