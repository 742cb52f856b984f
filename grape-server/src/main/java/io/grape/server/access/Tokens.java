package io.grape.server.access;

import io.grape.core.Accounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The tokens as they are kept: looking at them, making and revoking them. */
public final class Tokens {
    private final Accounts accounts;

    public Tokens(Accounts accounts) {
        this.accounts = accounts;
    }

    /** What a token is to be. */
    public record Wish(String name, Set<Scope> scopes, List<String> tubes) {
        /** What the audit log has of it. */
        public String detail() {
            return "name=" + name + " scopes=" + Scope.names(scopes) + " tubes=" + tubes;
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
            Token token = new Token(id, wish.name, wish.scopes, wish.tubes, Secrets.sha256(secret), now, by);
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
