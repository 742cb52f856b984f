package io.grape.server.access;

import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The tokens as they are kept: looking at them, making and revoking them. */
public final class Tokens {
    private final Accounts accounts;

    public Tokens(Accounts accounts) {
        this.accounts = accounts;
    }

    /** All of them, oldest first. */
    public CompletionStage<List<Token>> all() {
        return accounts.all(AccountKind.TOKENS)
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
    public CompletionStage<NewToken> add(TokenRequest request, String by) {
        String id = SecretTokens.id();
        String secret = SecretTokens.next();
        return accounts.now().thenCompose(now -> {
            Instant end = request.end() == null ? null : request.end().from(now);
            Token token = new Token(
                    id, request.name(), request.scopes(), request.tubes(), SecretTokens.sha256(secret), now, by, end);
            return accounts.change(AccountKind.TOKENS, id, null, StoredAccounts.text(token))
                    .thenCompose(done -> done
                            ? CompletableFuture.completedStage(new NewToken(token, AccountCache.text(id, secret)))
                            : add(request, by));
        });
    }

    /** False when there is no such token. */
    public CompletionStage<Boolean> revoke(String id) {
        return accounts.find(AccountKind.TOKENS, id).thenCompose((Optional<String> found) -> {
            String before = found.orElse(null);
            return before == null
                    ? CompletableFuture.completedStage(false)
                    : accounts.change(AccountKind.TOKENS, id, before, null);
        });
    }
}
