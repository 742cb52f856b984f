package io.grape.server.access;

import io.grape.core.Accounts;
import io.grape.core.Accounts.Bound;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Logins, and what they open. A session is a text that nobody guesses; Redis has its SHA-256, so any broker accepts it. It ends
 * with its user, with a new password, with a logout, and after some time without use.
 */
public final class Sessions {
    static final Duration IDLE = Duration.ofHours(12);
    private static final Duration WINDOW = Duration.ofMinutes(5);
    /** Of one name from one address: who guesses is stopped here, and nobody else with him. */
    private static final int TRIES = 5;
    /** Of one name from everywhere, and of one address with any name. */
    private static final int TRIES_OF_A_NAME = 50;

    private static final int TRIES_OF_AN_ADDRESS = 100;

    private final Accounts accounts;
    private final Directory directory;
    private final Passwords passwords;

    Sessions(Accounts accounts, Directory directory, Passwords passwords) {
        this.accounts = accounts;
        this.directory = directory;
        this.passwords = passwords;
    }

    /** Who wants in. */
    public record Login(String name, String password, String address) {}

    /**
     * What became of a login.
     *
     * @param principal null = it was refused
     * @param session what the browser shows from now on
     * @param later not zero = it was not even tried
     */
    public record Outcome(@Nullable Principal principal, String session, Duration later) {}

    /** Tries a login. */
    public CompletionStage<Outcome> open(Login login) {
        List<Bound> bounds = bounds(login);
        return accounts.attempt(bounds, WINDOW)
                .thenCompose(wait -> wait.isZero()
                        ? tried(login, bounds)
                        : CompletableFuture.completedStage(new Outcome(null, "", wait)));
    }

    private static List<Bound> bounds(Login login) {
        String name = Secrets.sha256(login.name).substring(0, 32);
        return List.of(
                new Bound("pair:" + name + ":" + login.address, TRIES),
                new Bound("name:" + name, TRIES_OF_A_NAME),
                new Bound("address:" + login.address, TRIES_OF_AN_ADDRESS));
    }

    private CompletionStage<Outcome> tried(Login login, List<Bound> bounds) {
        User user = directory.user(login.name).map(Directory.Member::who).orElse(null);
        return passwords
                .matches(login.password, user == null ? null : user.password())
                .thenCompose(right -> right && user != null
                        ? accounts.succeeded(bounds).thenCompose(counted -> opened(user))
                        : CompletableFuture.completedStage(new Outcome(null, "", Duration.ZERO)));
    }

    private CompletionStage<Outcome> opened(User user) {
        String session = Secrets.next();
        return accounts.open(Secrets.sha256(session), user.name() + " " + user.stamp(), IDLE)
                .thenApply(kept -> new Outcome(user.principal(), session, Duration.ZERO));
    }

    /** Whose session it is; empty where it is none any more. */
    CompletionStage<Optional<Principal>> find(String session) {
        return accounts.session(Secrets.sha256(session), IDLE)
                .thenApply(found -> found.flatMap(text -> {
                    int space = text.indexOf(' ');
                    return directory
                            .user(text.substring(0, Math.max(0, space)))
                            .filter(member -> Secrets.isSame(member.who().stamp(), text.substring(space + 1)))
                            .map(Directory.Member::principal);
                }));
    }

    public CompletionStage<Void> end(String session) {
        return accounts.end(Secrets.sha256(session));
    }
}
