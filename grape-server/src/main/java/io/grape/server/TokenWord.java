package io.grape.server;

import io.grape.server.access.Scope;
import io.grape.server.access.Token;
import io.grape.server.access.Tokens;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code ./grape token}: the API tokens, with or without a broker that runs. */
final class TokenWord {
    static final String USAGE = """
            usage: ./grape token add NAME --scope produce|consume|read|admin,... [--tubes PREFIX,...] [options]
                   ./grape token list [options]
                   ./grape token revoke ID [options]

            The token itself is the one line on stdout, and is shown this once.
            The options are those of a broker that say where its Redis is: --redis, --namespace, --data-dir, --config.
            """;

    private final AccountStore store;
    private final WordArguments given;

    TokenWord(AccountStore store, WordArguments given) {
        this.store = store;
        this.given = given;
    }

    /** Does it, and returns what there is to say. */
    List<String> run() {
        return switch (given.verb()) {
            case "add" -> add();
            case "list" -> list();
            case "revoke" -> revoke();
            default -> throw WordArguments.usage("token: expected add, list or revoke, got '" + given.verb() + "'");
        };
    }

    private List<String> add() {
        String name = given.subject("NAME");
        given.required("scope");
        List<Scope> scopes = Objects.requireNonNullElse(given.list("scope"), List.<String>of()).stream()
                .map(Scope::parse)
                .toList();
        List<String> tubes = Objects.requireNonNullElse(given.list("tubes"), List.of());
        given.checkAllUsed();
        Token.Made made = store.add(new Tokens.Wish(name, Set.copyOf(scopes), tubes));
        System.err.println("token " + made.token().id() + " of " + name + ", shown this once:");
        return List.of(made.text());
    }

    private List<String> list() {
        given.noSubject();
        given.checkAllUsed();
        return store.tokens().stream().map(TokenWord::line).toList();
    }

    private static String line(Token token) {
        String scopes = token.scopes().stream().map(Scope::wireName).sorted().collect(Collectors.joining(","));
        return token.id() + " name=" + token.name() + " scopes=" + scopes + " tubes=" + UserWord.shown(token.tubes())
                + " createdAt=" + token.createdAt() + " createdBy=" + token.createdBy();
    }

    private List<String> revoke() {
        String id = given.subject("ID");
        given.checkAllUsed();
        store.revoke(id);
        return List.of("token " + id + " is revoked");
    }
}
