package io.grape.server;

import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.access.NewToken;
import io.grape.server.access.Passwords;
import io.grape.server.access.Role;
import io.grape.server.access.Scope;
import io.grape.server.access.TokenRequest;
import io.grape.server.access.Tokens;
import io.grape.server.access.UserChange;
import io.grape.server.access.Users;
import java.util.List;
import java.util.Set;

/** Tokens of a namespace on the Redis of this run, made beside any broker. */
public final class TestAccounts {
    private static final int MIN_COST = 4;

    private TestAccounts() {}

    /** Makes an admin. */
    public static void user(String namespace, String name, String password) {
        UserChange admin = new UserChange(Role.ADMIN, null, null, password);
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
                Passwords passwords = new Passwords(MIN_COST)) {
            Node.get(new Users(store.accounts(), passwords).put(name, admin, "test"));
        }
    }

    /** Makes a token for all tubes, and returns its text. */
    public static String token(String namespace, String name, Scope... scopes) {
        return token(namespace, new TokenRequest(name, Set.of(scopes), List.of(""), null))
                .text();
    }

    /** Makes a token. */
    public static NewToken token(String namespace, TokenRequest request) {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace)) {
            return Node.get(new Tokens(store.accounts()).add(request, "test"));
        }
    }

    /** Revokes a token. */
    public static void revoke(String namespace, NewToken token) {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace)) {
            Node.get(new Tokens(store.accounts()).revoke(token.token().id()));
        }
    }
}
