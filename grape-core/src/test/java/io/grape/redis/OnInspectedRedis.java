package io.grape.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests on stores that can be looked into, which share a connection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // Connected before the first test.
public abstract class OnInspectedRedis {
    protected InspectedRedis redis;

    @BeforeAll
    final void connect() {
        redis = InspectedRedis.connect();
    }

    @AfterAll
    final void disconnect() {
        redis.close();
    }
}
