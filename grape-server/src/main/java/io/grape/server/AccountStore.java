package io.grape.server;

import io.grape.core.AuditEntry;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.redis.EmbeddedRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.StoreListener;
import io.grape.server.access.Passwords;
import io.grape.server.access.Token;
import io.grape.server.access.Tokens;
import io.grape.server.access.User;
import io.grape.server.access.Users;
import io.grape.server.failure.Failures;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Users and tokens, for the words of the launcher: what they change is written down like what is done through a broker. */
final class AccountStore {
    private static final String ACTOR = "cli";

    private final RedisStore store;
    private final Users users;
    private final Tokens tokens;

    private AccountStore(RedisStore store, Passwords passwords) {
        this.store = store;
        this.users = new Users(store.accounts(), passwords);
        this.tokens = new Tokens(store.accounts());
    }

    /** Opens what a broker with these options would run on: the embedded Redis of one that runs, or one of its own for the moment. */
    static <T> T with(ServerConfig.Store given, Function<AccountStore, T> action) {
        Optional<String> running =
                given.redis() == null ? EmbeddedRedis.running(given.dataDir()) : Optional.of(given.redis());
        if (running.isPresent()) {
            return at(given, running.get(), action);
        }
        try (EmbeddedRedis redis = DataDir.durableRedis(given.dataDir())) {
            return at(given, redis.uri(), action);
        }
    }

    private static <T> T at(ServerConfig.Store given, String uri, Function<AccountStore, T> action) {
        try (RedisStore store = RedisStore.open(GrapeServer.storeOptions(given, uri), StoreListener.NONE);
                Passwords passwords = new Passwords()) {
            return action.apply(new AccountStore(store, passwords));
        }
    }

    List<User> users() {
        return get(users.all());
    }

    Optional<User> user(String name) {
        return get(users.find(name));
    }

    void put(String name, User.Change change) {
        audited("user.put", name, () -> users.put(name, change, ACTOR));
    }

    void removeUser(String name) {
        audited("user.delete", name, () -> users.remove(name).thenApply(gone -> existing(gone, "user " + name)));
    }

    List<Token> tokens() {
        return get(tokens.all());
    }

    Token.Made add(Tokens.Wish wish) {
        return audited("token.create", wish.name(), () -> tokens.add(wish, ACTOR));
    }

    void revoke(String id) {
        audited("token.revoke", id, () -> tokens.revoke(id).thenApply(gone -> existing(gone, "token " + id)));
    }

    private static boolean existing(boolean there, String what) {
        if (!there) {
            throw new GrapeException(ErrorCode.NOT_FOUND, what + " does not exist");
        }
        return true;
    }

    GrapeException failure(String detail) {
        return new GrapeException(ErrorCode.WRONG_STATE, detail);
    }

    private interface Act<T> {
        CompletionStage<T> begin();
    }

    private <T> T audited(String action, String target, Act<T> act) {
        AuditEntry begun = new AuditEntry(
                ACTOR, action, new AuditEntry.Subject("", target, ""), AuditEntry.BEGUN, new AuditEntry.Origin("", ""));
        String id = get(store.audit().write(begun, null));
        try {
            T done = get(act.begin());
            get(store.audit().write(begun.outcome(AuditEntry.OK), id));
            return done;
        } catch (GrapeException e) {
            get(store.audit().write(begun.outcome(AuditEntry.failed(e.code())), id));
            throw e;
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw Failures.cause(e) instanceof GrapeException ours ? ours : e;
        }
    }
}
