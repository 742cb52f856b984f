package io.grape.server.accounts;

import io.grape.server.access.Scope;
import io.grape.server.access.Token;
import io.grape.server.access.Tokens;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** {@code ./grape token}. */
final class TokenWord extends AccountWord {
    static final String USAGE = """
            usage: ./grape token add NAME --scope produce|consume|read|admin,... [--tubes PREFIX,...] [options]
                   ./grape token list [options]
                   ./grape token revoke ID [options]

            The token itself is the one line on stdout, and is shown this once.
            """;

    TokenWord(WordArguments given) {
        super(given);
    }

    @Override
    List<String> run(AccountStore store) {
        return switch (given.verb()) {
            case "add" -> add(store);
            case "list" ->
                list(store::tokens, TokenWord::line, "no tokens: ./grape token add NAME --scope SCOPE makes one");
            case "revoke" -> revoke(store);
            default -> throw WordArguments.usage("token: expected add, list or revoke, got '" + given.verb() + "'");
        };
    }

    private List<String> add(AccountStore store) {
        String name = given.subject("NAME");
        given.required("scope");
        Set<Scope> scopes = Scope.parseAll(Objects.requireNonNullElse(given.list("scope"), List.of()));
        List<String> tubes = Objects.requireNonNullElse(given.list("tubes"), List.of());
        given.checkAllUsed();
        Token.Made made = store.add(new Tokens.Wish(name, scopes, tubes));
        System.err.println("token " + made.token().id() + " of " + name + ", shown this once:");
        return List.of(made.text());
    }

    private static String line(Token token) {
        return token.id() + " name=" + token.name() + " scopes=" + String.join(",", Scope.names(token.scopes()))
                + end(token.tubes(), token.createdAt(), token.createdBy());
    }

    private List<String> revoke(AccountStore store) {
        String id = given.subject("ID");
        given.checkAllUsed();
        store.revoke(id);
        return List.of("token " + id + " is revoked");
    }
}
