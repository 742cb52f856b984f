package sample;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the broker is made of is not there. */
class ClassPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.grape.server.app.Main",
                "io.grape.redis.RedisStore",
                "io.grape.junit.broker.Main",
                "io.vertx.core.Vertx",
                "io.netty.channel.EventLoop",
                "io.lettuce.core.RedisClient",
                "io.micrometer.core.instrument.Meter",
                "ch.qos.logback.classic.Logger"
            })
    void theBrokerIsNotThere(String name) {
        assertThrows(ClassNotFoundException.class, () -> Class.forName(name));
    }
}
