package io.grape.server;

import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.access.Passwords;
import io.grape.server.access.Scope;
import io.grape.server.access.Tokens;
import io.grape.server.access.User;
import io.grape.server.access.Users;
import java.util.List;
import java.util.Set;

/** Users and tokens of a namespace on the Redis of this run, made beside any broker. */
public final class TestAccounts {
    private TestAccounts() {}

    /** Makes a token for all tubes, and returns its text. */
    public static String token(String namespace, String name, Scope... scopes) {
        return token(namespace, new Tokens.Wish(name, Set.of(scopes), List.of("")));
    }

    public static String token(String namespace, Tokens.Wish wish) {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace)) {
            return Node.get(new Tokens(store.accounts()).add(wish, "test")).text();
        }
    }

    public static void user(String namespace, String name, User.Change change) {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
                Passwords passwords = new Passwords()) {
            Node.get(new Users(store.accounts(), passwords).put(name, change, "test"));
        }
    }
}
