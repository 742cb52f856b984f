package io.grape.server.cli;

import io.grape.core.GrapeException;
import io.grape.server.access.NewToken;
import io.grape.server.access.Scope;
import io.grape.server.access.Token;
import io.grape.server.access.TokenExpiry;
import io.grape.server.access.TokenRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code ./grape token}. */
final class TokenCommand extends AccountCommand {
    static final String USAGE = """
            usage: ./grape token add NAME --scope produce|consume|read|admin,... [--tubes PREFIX,...]
                       [--expires 90d|12h|2027-01-31T09:30:00Z] [options]
                   ./grape token list [options]
                   ./grape token revoke ID [options]

            The token itself is the one line on stdout, and is shown this once.
            """;

    private static final Pattern DAYS_OR_HOURS = Pattern.compile("([1-9][0-9]{0,4})([dh])");

    TokenCommand(CommandArguments given) {
        super(given);
    }

    @Override
    List<String> run(AccountStore store) {
        return switch (given.verb()) {
            case "add" -> add(store);
            case "list" ->
                list(store::tokens, TokenCommand::line, "no tokens: ./grape token add NAME --scope SCOPE makes one");
            case "revoke" -> revoke(store);
            default -> throw CommandArguments.usage("token: expected add, list or revoke, got '" + given.verb() + "'");
        };
    }

    private List<String> add(AccountStore store) {
        String name = given.subject("NAME");
        given.required("scope");
        Set<Scope> scopes = Scope.parseAll(Objects.requireNonNullElse(given.list("scope"), List.of()));
        List<String> tubes = Objects.requireNonNullElse(given.list("tubes"), List.of());
        List<String> expires = given.list("expires");
        given.checkAllUsed();
        NewToken made = store.add(
                new TokenRequest(name, scopes, tubes, expires == null ? null : expiry(String.join(",", expires))));
        System.err.println("token " + made.token().id() + " of " + name + ", shown this once:");
        return List.of(made.text());
    }

    private static TokenExpiry expiry(String text) {
        Matcher time = DAYS_OR_HOURS.matcher(text);
        if (time.matches()) {
            long count = Long.parseLong(time.group(1));
            return new TokenExpiry.After(time.group(2).equals("d") ? Duration.ofDays(count) : Duration.ofHours(count));
        }
        try {
            return new TokenExpiry.At(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw GrapeException.badValue("expires", "such as 90d, 12h or 2027-01-31T09:30:00Z", "'" + text + "'");
        }
    }

    private static String line(Token token) {
        return token.id() + " name=" + token.name() + " scopes=" + String.join(",", Scope.names(token.scopes()))
                + end(token.tubes(), token.createdAt(), token.createdBy())
                + (token.expiresAt() == null ? "" : " expiresAt=" + token.expiresAt());
    }

    private List<String> revoke(AccountStore store) {
        String id = given.subject("ID");
        given.checkAllUsed();
        store.revoke(id);
        return List.of("token " + id + " is revoked");
    }
}
