package io.grape.server.access;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Who may use this broker: who a caller is, the users and tokens there are, and the log of what was done. Thread-safe. */
public final class Access implements AutoCloseable {
    private final AccessPolicy policy;
    private final AuditLog audit;
    private final Passwords passwords;
    private final AccountCache cache;
    private final Users users;
    private final Tokens tokens;
    private final Sessions sessions;
    private final LongCalls longCalls = new LongCalls();

    public Access(AccessPolicy policy, Accounts accounts, AuditLog audit) {
        this.policy = policy;
        this.audit = audit;
        this.passwords = new Passwords(policy.cost());
        this.cache = new AccountCache(accounts);
        this.users = new Users(accounts, passwords);
        this.tokens = new Tokens(accounts);
        this.sessions = new Sessions(accounts, cache, users, passwords);
    }

    public AccessPolicy policy() {
        return policy;
    }

    public Users users() {
        return users;
    }

    public Tokens tokens() {
        return tokens;
    }

    public Sessions sessions() {
        return sessions;
    }

    public AuditLog audit() {
        return audit;
    }

    /** Reads who may. Fails with BAD_REQUEST, and says what to do, where callers are asked and nobody could answer. */
    public CompletionStage<Void> start() {
        if (!policy.required()) {
            return CompletableFuture.completedStage(null);
        }
        return cache.load().thenAccept(read -> {
            if (cache.isEmpty()) {
                throw new GrapeException(
                        ErrorCode.BAD_REQUEST,
                        "auth: expected a user or a token, as it is required, found none; make the first with"
                                + " ./grape user add NAME --role admin or ./grape token add NAME --scope produce,consume,"
                                + " with the same --redis, --namespace and --data-dir");
            }
        });
    }

    /** To be called each second, so that what was revoked is refused soon. Asks Redis nothing where nobody is asked. */
    public void look() {
        if (policy.required()) {
            cache.look();
            longCalls.endUnless(cache::holds);
        }
    }

    /**
     * Sees to it that a call which goes on for long does not outlive the right to make it.
     *
     * @param end runs on any thread within seconds, once its caller's token is revoked or has expired, or the user was changed
     */
    public LongCall stay(Principal who, Runnable end) {
        return policy.required() ? longCalls.begin(who, end) : () -> {};
    }

    /** Users or tokens were changed by this broker: it knows at once. */
    public CompletionStage<Void> changed() {
        return policy.required() ? cache.load() : CompletableFuture.completedStage(null);
    }

    /** Who it is, where that is known without asking Redis: all but sessions. Fails with UNAUTHENTICATED at a bad token. */
    public Optional<Principal> known(LoginCredentials credentials) {
        if (!policy.required()) {
            return Optional.of(Principal.ANYBODY);
        }
        if (credentials.token() != null) {
            Principal found = cache.token(credentials.token());
            if (found == null) {
                throw new GrapeException(
                        ErrorCode.UNAUTHENTICATED, "this token is not known, was revoked, or has expired");
            }
            return Optional.of(found);
        }
        return credentials.session() == null ? Optional.of(Principal.NOBODY) : Optional.empty();
    }

    /**
     * Whose rights those have who show nothing, at a port whose callers cannot: all, where nobody is asked or no token is named. Fails with
     * BAD_REQUEST where there is no such token, or several have this name.
     *
     * @param token name or id
     */
    public Principal named(@Nullable String token) {
        return policy.required() && token != null ? cache.named(token) : Principal.ANYBODY;
    }

    /** Who it is. A session that has ended is nobody's. */
    public CompletionStage<Principal> identify(LoginCredentials credentials) {
        Optional<Principal> known = known(credentials);
        String session = credentials.session();
        return known.isPresent() || session == null
                ? CompletableFuture.completedStage(known.orElse(Principal.NOBODY))
                : sessions.find(session).thenApply(found -> found.orElse(Principal.NOBODY));
    }

    @Override
    public void close() {
        passwords.close();
    }
}
