package io.grape.server.access;

import io.grape.core.GrapeException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a program shows to be let in. The secret itself is kept nowhere.
 *
 * @param id by which it is revoked
 * @param tubes prefixes of the names of its tubes
 * @param secret the SHA-256 of its secret
 * @param expiresAt from when on it is refused, null = never
 */
public record Token(
        String id,
        String name,
        Set<Scope> scopes,
        List<String> tubes,
        String secret,
        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt) {
    public Token {
        name = AccountName.checked(name);
        scopes = Set.copyOf(scopes);
        tubes = TubePrefixes.checked(tubes);
        if (scopes.isEmpty()) {
            throw GrapeException.badValue("scopes", "some of produce, consume, read, admin", "none");
        }
    }

    boolean hasExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }

    Principal principal() {
        Set<Right> rights = EnumSet.noneOf(Right.class);
        scopes.forEach(scope -> rights.addAll(scope.rights()));
        return new Principal(PrincipalKind.TOKEN, id, name, null, rights, rights, tubes);
    }
}
