package io.grape.server.cli;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import io.grape.server.access.CommandAudit;
import io.grape.server.access.NewToken;
import io.grape.server.access.Passwords;
import io.grape.server.access.Token;
import io.grape.server.access.TokenRequest;
import io.grape.server.access.Tokens;
import io.grape.server.access.User;
import io.grape.server.access.UserChange;
import io.grape.server.access.Users;
import io.grape.server.failure.Failures;
import java.util.List;
import java.util.Optional;

/** Users and tokens, for the words of the launcher: what they change is written down like what is done through a broker. */
final class AccountStore implements AutoCloseable {
    private final CommandAudit audit;
    private final Passwords passwords = new Passwords();
    private final Users users;
    private final Tokens tokens;

    AccountStore(Accounts accounts, AuditLog audit) {
        this.audit = new CommandAudit(audit);
        this.users = new Users(accounts, passwords);
        this.tokens = new Tokens(accounts);
    }

    List<User> users() {
        return Failures.get(users.all());
    }

    Optional<User> user(String name) {
        return Failures.get(users.find(name));
    }

    /** Fails with NOT_FOUND where there is no such user. */
    void check(String name) {
        existing(user(name).isPresent(), "user " + name);
    }

    void put(String name, UserChange change) {
        audit.of("user.put", name, change.detail(), () -> Failures.get(users.put(name, change, CommandAudit.ACTOR)));
    }

    /** False where there is a user already: the audit log has it as refused. */
    boolean putFirst(String name, UserChange change) {
        try {
            return audit.of("user.put", name, change.detail(), () -> {
                if (!Failures.get(users.putFirst(name, change, CommandAudit.ACTOR))) {
                    throw new GrapeException(ErrorCode.WRONG_STATE, "there are users already");
                }
                return true;
            });
        } catch (GrapeException e) {
            if (e.code() == ErrorCode.WRONG_STATE) {
                return false;
            }
            throw e;
        }
    }

    void removeUser(String name) {
        audit.of("user.delete", name, "", () -> existing(Failures.get(users.remove(name)), "user " + name));
    }

    List<Token> tokens() {
        return Failures.get(tokens.all());
    }

    NewToken add(TokenRequest wish) {
        return audit.of("token.create", "", wish.detail(), () -> Failures.get(tokens.add(wish, CommandAudit.ACTOR)));
    }

    void revoke(String id) {
        audit.of("token.revoke", id, "", () -> existing(Failures.get(tokens.revoke(id)), "token " + id));
    }

    private static boolean existing(boolean there, String what) {
        if (!there) {
            throw new GrapeException(ErrorCode.NOT_FOUND, what + " does not exist");
        }
        return true;
    }

    @Override
    public void close() {
        passwords.close();
    }
}
