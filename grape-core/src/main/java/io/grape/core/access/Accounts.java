package io.grape.core.access;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Who may use this broker: users, tokens, sessions, and how often somebody tried. What is kept of each is a text of whoever asks,
 * which is not looked into here. Source: {@code docs/storage.md}.
 */
public interface Accounts {

    /** Grows with every change of users or tokens; asked for often, so that a change is noticed. */
    CompletionStage<Long> version();

    /** All of a kind, by name. */
    CompletionStage<Map<String, String>> all(AccountKind kind);

    /** One of them. */
    CompletionStage<Optional<String>> find(AccountKind kind, String name);

    /**
     * Makes, changes or removes one, if it is as it was when somebody looked: of two who change the same one at once, one is told
     * to look again.
     *
     * @param before what was found there, null = nothing
     * @param after what is to be there, null = nothing
     * @return false when something else is there by now, and nothing was changed
     */
    CompletionStage<Boolean> change(AccountKind kind, String name, @Nullable String before, @Nullable String after);

    /** The same, if nothing of any kind was changed since a version. */
    CompletionStage<Boolean> changeAt(
            long version, AccountKind kind, String name, @Nullable String before, @Nullable String after);

    /** Keeps a session under its key until nobody has asked for it for so long. */
    CompletionStage<Void> open(String session, String text, SessionLifetime life);

    /** The text of a session, which goes on as it is used; empty when there is none, or its end has come. */
    CompletionStage<Optional<String>> session(String session, SessionLifetime life);

    /** Ends a session; one that is not there is no fault. */
    CompletionStage<Void> end(String session);

    /**
     * Counts a try under each of its bounds, unless one of them is used up: then nothing is counted.
     *
     * @return how long to wait, zero when the try is allowed
     */
    CompletionStage<Duration> attempt(LoginAttempt attempt);

    /** A try that was counted went well: its first bound starts anew, the others have one try fewer, and its address is known. */
    CompletionStage<Void> succeeded(LoginAttempt attempt);

    /** The time by the clock of the store. */
    CompletionStage<Instant> now();
}
