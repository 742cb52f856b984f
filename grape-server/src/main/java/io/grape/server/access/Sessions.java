package io.grape.server.access;

import io.grape.core.access.Accounts;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.LoginLimit;
import io.grape.core.access.SessionLifetime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Logins, and what they open. A session is a text that nobody guesses; Redis has its SHA-256, so any broker accepts it. It ends
 * with its user, with a new password, with a logout, after some time without use, and after a working day in any case.
 *
 * <p>Who guesses is stopped: at a name from an address, at a name, and at an address. An address from which a user signed in before
 * is held by the first of these alone, so nobody elsewhere locks that user out.
 */
public final class Sessions {
    static final SessionLifetime LIFE = new SessionLifetime(Duration.ofHours(2), Duration.ofHours(12));
    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final Duration MEMORY = Duration.ofDays(90);
    /** Of one name from one address: who guesses is stopped here, and nobody else with him. */
    private static final int TRIES = 5;
    /** Of one name from everywhere, and of one address with any name. */
    private static final int TRIES_OF_A_NAME = 50;

    private static final int TRIES_OF_AN_ADDRESS = 100;

    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final Accounts accounts;
    private final AccountCache cache;
    private final Users users;
    private final Passwords passwords;
    private final LoginConcurrency concurrency = new LoginConcurrency();
    private final LoginCounts counts = new LoginCounts();

    Sessions(Accounts accounts, AccountCache cache, Users users, Passwords passwords) {
        this.accounts = accounts;
        this.cache = cache;
        this.users = users;
        this.passwords = passwords;
    }

    public LoginCounts counts() {
        return counts;
    }

    /** Tries a login. */
    public CompletionStage<LoginResult> open(NewSession login) {
        return counted(tried(login, this::opened));
    }

    /**
     * Gives the user who logs in another password. All sessions of that user end, and a new one is opened. Fails with WRONG_STATE
     * where somebody else changed the password meanwhile.
     */
    public CompletionStage<LoginResult> change(NewSession login, String password) {
        return tried(
                login,
                user -> users.password(user, password)
                        .thenCompose(changed -> cache.load().thenCompose(known -> opened(changed))));
    }

    private CompletionStage<LoginResult> counted(CompletionStage<LoginResult> outcome) {
        return outcome.thenApply(done -> {
            LoginCounts.Result result = done.principal() != null
                    ? LoginCounts.Result.OK
                    : done.later().isZero() ? LoginCounts.Result.FAILED : LoginCounts.Result.THROTTLED;
            counts.of(result).incrementAndGet();
            return done;
        });
    }

    /** Does something for the user whose password it is, unless there were too many tries. */
    private CompletionStage<LoginResult> tried(NewSession login, Function<User, CompletionStage<LoginResult>> then) {
        return concurrency.run(login.address(), () -> counted(login, then), new LoginResult(null, "", A_MOMENT));
    }

    private CompletionStage<LoginResult> counted(NewSession login, Function<User, CompletionStage<LoginResult>> then) {
        LoginAttempt attempt = attempt(login);
        return accounts.attempt(attempt)
                .thenCompose(wait -> wait.isZero()
                        ? checked(login, attempt, then)
                        : CompletableFuture.completedStage(new LoginResult(null, "", wait)));
    }

    private static LoginAttempt attempt(NewSession login) {
        String name = SecretTokens.sha256(login.name()).substring(0, 32);
        List<LoginLimit> bounds = List.of(
                new LoginLimit("pair:" + name + ":" + login.address(), TRIES),
                new LoginLimit("name:" + name, TRIES_OF_A_NAME),
                new LoginLimit("address:" + login.address(), TRIES_OF_AN_ADDRESS));
        return new LoginAttempt(name, login.address(), bounds, WINDOW, MEMORY);
    }

    private CompletionStage<LoginResult> checked(
            NewSession login, LoginAttempt attempt, Function<User, CompletionStage<LoginResult>> then) {
        User user = cache.user(login.name()).map(AccountCache.Member::who).orElse(null);
        return passwords
                .matches(login.password(), user == null ? null : user.password())
                .thenCompose(right -> right && user != null
                        ? accounts.succeeded(attempt).thenCompose(counted -> then.apply(user))
                        : CompletableFuture.completedStage(LoginResult.REFUSED));
    }

    private CompletionStage<LoginResult> opened(User user) {
        String session = SecretTokens.next();
        return accounts.open(SecretTokens.sha256(session), user.name() + " " + user.stamp(), LIFE)
                .thenApply(kept -> new LoginResult(user.principal(), session, Duration.ZERO));
    }

    /** Whose session it is; empty where it is none any more. A user whom another broker changed just now is looked up anew. */
    CompletionStage<Optional<Principal>> find(String session) {
        return accounts.session(SecretTokens.sha256(session), LIFE).thenCompose(found -> {
            String text = found.orElse(null);
            Optional<Principal> known = text == null ? Optional.empty() : principal(text);
            return text == null || known.isPresent()
                    ? CompletableFuture.completedStage(known)
                    : cache.refresh(false).thenApply(read -> principal(text));
        });
    }

    private Optional<Principal> principal(String text) {
        int space = text.indexOf(' ');
        return cache.user(text.substring(0, Math.max(0, space)))
                .filter(member -> SecretTokens.isSame(member.who().stamp(), text.substring(space + 1)))
                .map(AccountCache.Member::principal);
    }

    public CompletionStage<Void> end(String session) {
        return accounts.end(SecretTokens.sha256(session));
    }
}
