package io.grape.chaos.stage;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;

/** What is asked of single nodes of Redis, each time on a connection of its own. */
public final class Admin {
    private static final RedisClient CLIENT = RedisClient.create();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private Admin() {}

    /** Asks the Redis on a loopback port. */
    public static <T> T ask(int port, Function<RedisCommands<String, String>, T> question) {
        return ask(uri(port).build(), question);
    }

    /** The same as a user whose password is its name. */
    static <T> T askAs(String user, int port, Function<RedisCommands<String, String>, T> question) {
        return ask(uri(port).withAuthentication(user, user).build(), question);
    }

    private static RedisURI.Builder uri(int port) {
        return RedisURI.builder().withHost("127.0.0.1").withPort(port).withTimeout(TIMEOUT);
    }

    private static <T> T ask(RedisURI uri, Function<RedisCommands<String, String>, T> question) {
        try (StatefulRedisConnection<String, String> connection = CLIENT.connect(uri)) {
            return question.apply(connection.sync());
        }
    }

    /** The same; a fallback when it does not answer, or says no. */
    static <T> T ask(int port, Function<RedisCommands<String, String>, T> question, T fallback) {
        try {
            return ask(port, question);
        } catch (RedisException away) {
            return fallback;
        }
    }
}
