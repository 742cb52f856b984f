package sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisClient;
import io.netty.util.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Netty, Lettuce and Jackson are those of Spring Boot, and the broker's other libraries are not there. */
class ClassPathTest {
    @Test
    void nettyIsThatOfSpringBoot() {
        assertThat(Version.identify().values()).isNotEmpty().allSatisfy(part -> assertThat(part.artifactVersion())
                .startsWith(System.getProperty("netty")));
    }

    @Test
    void lettuceIsThatOfSpringBoot() {
        assertThat(LettuceVersion.getVersion()).startsWith(System.getProperty("lettuce"));
        RedisClient.create("redis://localhost").shutdown();
    }

    @Test
    void jacksonIsThatOfSpringBoot() throws ClassNotFoundException {
        Class<?> mapper = Class.forName(System.getProperty("jackson") + ".databind.json.JsonMapper");
        assertThat(mapper).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.grape.server.app.Main",
                "io.grape.redis.RedisStore",
                "io.grape.junit.broker.Main",
                "io.vertx.core.Vertx",
                "picocli.CommandLine"
            })
    void theBrokerIsNot(String name) {
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }
}
