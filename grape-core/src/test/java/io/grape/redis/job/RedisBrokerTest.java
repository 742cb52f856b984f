package io.grape.redis.job;

import io.grape.redis.RedisContract;
import io.grape.redis.TestRedis;

/** The law over a standalone Redis. */
final class RedisBrokerTest extends RedisContract {
    @Override
    protected String uri() {
        return TestRedis.uri();
    }
}
