package io.grape.server.access;

import io.grape.core.GrapeException;
import io.grape.core.access.Accounts;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The tokens as they are kept: looking at them, making and revoking them. */
public final class Tokens {
    private final Accounts accounts;

    public Tokens(Accounts accounts) {
        this.accounts = accounts;
    }

    /**
     * What a token is to be.
     *
     * @param end null = it does not expire
     */
    public record Wish(
            String name,
            Set<Scope> scopes,
            List<String> tubes,
            @Nullable Expiry end) {
        /** One that does not expire. */
        public Wish(String name, Set<Scope> scopes, List<String> tubes) {
            this(name, scopes, tubes, null);
        }

        /** What the audit log has of it. */
        public String detail() {
            String told = "name=" + name + " scopes=" + Scope.names(scopes) + " tubes=" + tubes;
            return end == null ? told : told + " expires=" + end.shown();
        }
    }

    /** When a token ends. */
    public sealed interface Expiry {
        /** Fails with BAD_REQUEST where that is not in the future. */
        Instant from(Instant now);

        String shown();
    }

    /** At a time. */
    public record At(Instant time) implements Expiry {
        @Override
        public Instant from(Instant now) {
            if (!time.isAfter(now)) {
                throw GrapeException.badValue("expiresAt", "a time after " + now, time);
            }
            return time;
        }

        @Override
        public String shown() {
            return time.toString();
        }
    }

    /** After some time. */
    public record After(Duration time) implements Expiry {
        @Override
        public Instant from(Instant now) {
            return now.plus(time);
        }

        @Override
        public String shown() {
            return time.toString();
        }
    }

    /** All of them, oldest first. */
    public CompletionStage<List<Token>> all() {
        return accounts.all(Accounts.Kind.TOKENS)
                .thenApply(texts -> texts.entrySet().stream()
                        .flatMap(entry -> StoredAccounts.token(entry.getKey(), entry.getValue()).stream())
                        .sorted(Comparator.comparing(Token::createdAt).thenComparing(Token::id))
                        .toList());
    }

    /**
     * Makes a token.
     *
     * @param by who does it
     */
    public CompletionStage<Token.Made> add(Tokens.Wish wish, String by) {
        String id = Secrets.id();
        String secret = Secrets.next();
        return accounts.now().thenCompose(now -> {
            Instant end = wish.end == null ? null : wish.end.from(now);
            Token token = new Token(id, wish.name, wish.scopes, wish.tubes, Secrets.sha256(secret), now, by, end);
            return accounts.change(Accounts.Kind.TOKENS, id, null, StoredAccounts.text(token))
                    .thenCompose(done -> done
                            ? CompletableFuture.completedStage(new Token.Made(token, Directory.text(id, secret)))
                            : add(wish, by));
        });
    }

    /** False when there is no such token. */
    public CompletionStage<Boolean> revoke(String id) {
        return accounts.find(Accounts.Kind.TOKENS, id).thenCompose((Optional<String> found) -> {
            String before = found.orElse(null);
            return before == null
                    ? CompletableFuture.completedStage(false)
                    : accounts.change(Accounts.Kind.TOKENS, id, before, null);
        });
    }
}
