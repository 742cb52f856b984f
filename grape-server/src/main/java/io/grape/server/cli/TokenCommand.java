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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./grape token}. */
@Command
final class TokenCommand {
    private static final Pattern DAYS_OR_HOURS = Pattern.compile("([1-9][0-9]{0,4})([dh])");

    @Command(description = {"creates a token", "The only line on stdout is the token itself. It is shown once."})
    AccountAction add(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--scope", required = true, paramLabel = "produce|consume|read|admin,...") String scopes,
            @Option(names = "--tubes", paramLabel = "PREFIX,...") @Nullable String tubes,
            @Option(names = "--expires", paramLabel = "90d|12h|2027-01-31T09:30:00Z") @Nullable String expires) {
        return store -> {
            NewToken made = store.add(new TokenRequest(
                    name,
                    Scope.parseAll(List.of(scopes.split(",", -1))),
                    Objects.requireNonNullElse(AccountAction.split(tubes), List.of()),
                    expires == null ? null : expiry(expires)));
            System.err.println("token " + made.token().id() + " of " + name + ", shown this once:");
            return List.of(made.text());
        };
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

    @Command(description = "lists the tokens, without their secrets")
    AccountAction list() {
        return store -> AccountAction.list(
                store::tokens, TokenCommand::line, "no tokens: ./grape token add NAME --scope SCOPE creates one");
    }

    private static String line(Token token) {
        return token.id() + " name=" + token.name() + " scopes=" + String.join(",", Scope.names(token.scopes()))
                + AccountAction.end(token.tubes(), token.createdAt(), token.createdBy())
                + (token.expiresAt() == null ? "" : " expiresAt=" + token.expiresAt());
    }

    @Command(description = "revokes a token")
    AccountAction revoke(@Parameters(paramLabel = "ID") String id) {
        return store -> {
            store.revoke(id);
            return List.of("token " + id + " is revoked");
        };
    }
}
