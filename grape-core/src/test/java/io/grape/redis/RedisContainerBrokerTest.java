package io.grape.redis;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** The law over a Redis in a container. */
@Tag("apart")
@Tag("containers")
@EnabledIf(value = "io.grape.redis.TestContainer#isPossible", disabledReason = "no Docker engine answers")
final class RedisContainerBrokerTest extends RedisContract {
    @Override
    protected String uri() {
        return TestContainer.uri();
    }
}
