package io.grape.core.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Users, tokens, sessions and login attempts. The caller chooses the text of each, which is not interpreted here.
 * Source: {@code docs/storage.md}.
 */
public interface Accounts {

    /** Grows with every change of users or tokens. Callers poll it to notice changes. */
    CompletionStage<Long> version();

    /** All of a kind, by name. */
    CompletionStage<Map<String, String>> all(AccountKind kind);

    /** One of them. */
    CompletionStage<Optional<String>> find(AccountKind kind, String name);

    /**
     * Creates, changes or removes an account, if it is unchanged since the caller read it. So of two concurrent
     * changes, one has to read again.
     *
     * @param before the value that the caller read, null = none
     * @param after the new value, null = none
     * @return false if the value is another by now, and nothing was changed
     */
    CompletionStage<Boolean> change(AccountKind kind, String name, @Nullable String before, @Nullable String after);

    /** The same, if no account of any kind was changed since a version. */
    CompletionStage<Boolean> changeAt(
            long version, AccountKind kind, String name, @Nullable String before, @Nullable String after);

    /** Keeps a session under its key until it was unused for so long. */
    CompletionStage<Void> open(String session, String text, SessionLifetime life);

    /** The text of a session, whose idle time starts anew; empty if there is none, or it has expired. */
    CompletionStage<Optional<String>> session(String session, SessionLifetime life);

    /** Ends a session; no error if it does not exist. */
    CompletionStage<Void> end(String session);

    /**
     * Counts an attempt under each of its bounds, unless one of them is used up: then counts nothing.
     *
     * @return how long to wait, zero if the attempt is allowed
     */
    CompletionStage<Duration> attempt(LoginAttempt attempt);

    /**
     * A counted attempt succeeded. Its first bound starts anew, the others have one attempt fewer, and its address
     * becomes known.
     */
    CompletionStage<Void> succeeded(LoginAttempt attempt);

    /** The time by the store's clock. */
    CompletionStage<Instant> now();
}
