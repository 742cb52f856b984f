package io.grape.server;

import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.access.Scope;
import io.grape.server.access.Tokens;
import java.util.List;
import java.util.Set;

/** Tokens of a namespace on the Redis of this run, made beside any broker. */
public final class TestAccounts {
    private TestAccounts() {}

    /** Makes a token for all tubes, and returns its text. */
    public static String token(String namespace, String name, Scope... scopes) {
        Tokens.Wish wish = new Tokens.Wish(name, Set.of(scopes), List.of(""));
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace)) {
            return Node.get(new Tokens(store.accounts()).add(wish, "test")).text();
        }
    }
}
