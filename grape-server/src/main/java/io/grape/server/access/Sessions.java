package io.grape.server.access;

import io.grape.core.access.Accounts;
import io.grape.core.access.Accounts.Attempt;
import io.grape.core.access.Accounts.Bound;
import io.grape.core.access.Accounts.Life;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Logins, and what they open. A session is a text that nobody guesses; Redis has its SHA-256, so any broker accepts it. It ends
 * with its user, with a new password, with a logout, after some time without use, and after a working day in any case.
 *
 * <p>Who guesses is stopped: at a name from an address, at a name, and at an address. An address from which a user signed in before
 * is held by the first of these alone, so nobody elsewhere locks that user out.
 */
public final class Sessions {
    static final Life LIFE = new Life(Duration.ofHours(2), Duration.ofHours(12));
    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final Duration MEMORY = Duration.ofDays(90);
    /** Of one name from one address: who guesses is stopped here, and nobody else with him. */
    private static final int TRIES = 5;
    /** Of one name from everywhere, and of one address with any name. */
    private static final int TRIES_OF_A_NAME = 50;

    private static final int TRIES_OF_AN_ADDRESS = 100;

    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final Accounts accounts;
    private final Directory directory;
    private final Users users;
    private final Passwords passwords;
    private final AtOnce atOnce = new AtOnce();
    private final LoginCounts counts = new LoginCounts();

    Sessions(Accounts accounts, Directory directory, Users users, Passwords passwords) {
        this.accounts = accounts;
        this.directory = directory;
        this.users = users;
        this.passwords = passwords;
    }

    /**
     * Who wants in.
     *
     * @param address what bounds count; see {@code docs/access.md#addresses}
     */
    public record Login(String name, String password, String address) {}

    /**
     * What became of a login.
     *
     * @param principal null = it was refused
     * @param session what the browser shows from now on
     * @param later not zero = it was not even tried
     */
    public record Outcome(@Nullable Principal principal, String session, Duration later) {
        private static final Outcome REFUSED = new Outcome(null, "", Duration.ZERO);
    }

    public LoginCounts counts() {
        return counts;
    }

    /** Tries a login. */
    public CompletionStage<Outcome> open(Login login) {
        return counted(tried(login, this::opened));
    }

    /**
     * Gives the user who logs in another password. All sessions of that user end, and a new one is opened. Fails with WRONG_STATE
     * where somebody else changed the password meanwhile.
     */
    public CompletionStage<Outcome> change(Login login, String password) {
        return tried(
                login,
                user -> users.password(user, password)
                        .thenCompose(changed -> directory.load().thenCompose(known -> opened(changed))));
    }

    private CompletionStage<Outcome> counted(CompletionStage<Outcome> outcome) {
        return outcome.thenApply(done -> {
            LoginCounts.Result result = done.principal != null
                    ? LoginCounts.Result.OK
                    : done.later.isZero() ? LoginCounts.Result.FAILED : LoginCounts.Result.THROTTLED;
            counts.of(result).incrementAndGet();
            return done;
        });
    }

    /** Does something for the user whose password it is, unless there were too many tries. */
    private CompletionStage<Outcome> tried(Login login, Function<User, CompletionStage<Outcome>> then) {
        return atOnce.run(login.address, () -> counted(login, then), new Outcome(null, "", A_MOMENT));
    }

    private CompletionStage<Outcome> counted(Login login, Function<User, CompletionStage<Outcome>> then) {
        Attempt attempt = attempt(login);
        return accounts.attempt(attempt)
                .thenCompose(wait -> wait.isZero()
                        ? checked(login, attempt, then)
                        : CompletableFuture.completedStage(new Outcome(null, "", wait)));
    }

    private static Attempt attempt(Login login) {
        String name = Secrets.sha256(login.name).substring(0, 32);
        List<Bound> bounds = List.of(
                new Bound("pair:" + name + ":" + login.address, TRIES),
                new Bound("name:" + name, TRIES_OF_A_NAME),
                new Bound("address:" + login.address, TRIES_OF_AN_ADDRESS));
        return new Attempt(name, login.address, bounds, WINDOW, MEMORY);
    }

    private CompletionStage<Outcome> checked(
            Login login, Attempt attempt, Function<User, CompletionStage<Outcome>> then) {
        User user = directory.user(login.name).map(Directory.Member::who).orElse(null);
        return passwords
                .matches(login.password, user == null ? null : user.password())
                .thenCompose(right -> right && user != null
                        ? accounts.succeeded(attempt).thenCompose(counted -> then.apply(user))
                        : CompletableFuture.completedStage(Outcome.REFUSED));
    }

    private CompletionStage<Outcome> opened(User user) {
        String session = Secrets.next();
        return accounts.open(Secrets.sha256(session), user.name() + " " + user.stamp(), LIFE)
                .thenApply(kept -> new Outcome(user.principal(), session, Duration.ZERO));
    }

    /** Whose session it is; empty where it is none any more. A user whom another broker changed just now is looked up anew. */
    CompletionStage<Optional<Principal>> find(String session) {
        return accounts.session(Secrets.sha256(session), LIFE).thenCompose(found -> {
            String text = found.orElse(null);
            Optional<Principal> known = text == null ? Optional.empty() : principal(text);
            return text == null || known.isPresent()
                    ? CompletableFuture.completedStage(known)
                    : directory.refresh(false).thenApply(read -> principal(text));
        });
    }

    private Optional<Principal> principal(String text) {
        int space = text.indexOf(' ');
        return directory
                .user(text.substring(0, Math.max(0, space)))
                .filter(member -> Secrets.isSame(member.who().stamp(), text.substring(space + 1)))
                .map(Directory.Member::principal);
    }

    public CompletionStage<Void> end(String session) {
        return accounts.end(Secrets.sha256(session));
    }
}
