package io.grape.server.accounts;

import io.grape.core.Accounts;
import io.grape.core.AuditEntry;
import io.grape.core.AuditLog;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
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

/** Users and tokens, for the words of the launcher: what they change is written down like what is done through a broker. */
final class AccountStore implements AutoCloseable {
    private static final String ACTOR = "cli";

    private final AuditLog audit;
    private final Passwords passwords = new Passwords();
    private final Users users;
    private final Tokens tokens;

    AccountStore(Accounts accounts, AuditLog audit) {
        this.audit = audit;
        this.users = new Users(accounts, passwords);
        this.tokens = new Tokens(accounts);
    }

    List<User> users() {
        return get(users.all());
    }

    Optional<User> user(String name) {
        return get(users.find(name));
    }

    /** Fails with NOT_FOUND where there is no such user. */
    void check(String name) {
        existing(user(name).isPresent(), "user " + name);
    }

    void put(String name, User.Change change) {
        audited("user.put", name, change.detail(), () -> users.put(name, change, ACTOR));
    }

    void removeUser(String name) {
        audited("user.delete", name, "", () -> users.remove(name).thenApply(gone -> existing(gone, "user " + name)));
    }

    List<Token> tokens() {
        return get(tokens.all());
    }

    Token.Made add(Tokens.Wish wish) {
        return audited("token.create", "", wish.detail(), () -> tokens.add(wish, ACTOR));
    }

    void revoke(String id) {
        audited("token.revoke", id, "", () -> tokens.revoke(id).thenApply(gone -> existing(gone, "token " + id)));
    }

    private static boolean existing(boolean there, String what) {
        if (!there) {
            throw new GrapeException(ErrorCode.NOT_FOUND, what + " does not exist");
        }
        return true;
    }

    private interface Act<T> {
        CompletionStage<T> begin();
    }

    private <T> T audited(String action, String target, String detail, Act<T> act) {
        AuditEntry begun = new AuditEntry(
                ACTOR,
                action,
                new AuditEntry.Subject("", target, detail),
                AuditEntry.BEGUN,
                new AuditEntry.Origin("", ""));
        String id = get(audit.write(begun, null));
        try {
            T done = get(act.begin());
            get(audit.write(begun.outcome(AuditEntry.OK), id));
            return done;
        } catch (GrapeException e) {
            get(audit.write(begun.outcome(AuditEntry.failed(e.code())), id));
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

    @Override
    public void close() {
        passwords.close();
    }
}
