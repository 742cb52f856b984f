package io.grape.server.access;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Somebody with a password.
 *
 * @param rights those that he has beside those of his role
 * @param tubes prefixes of the names of his tubes
 * @param password its hash
 * @param createdBy the name of who made him
 */
public record User(
        String name,
        Role role,
        Set<Right> rights,
        List<String> tubes,
        String password,
        Instant createdAt,
        String createdBy) {
    public User {
        name = AccountName.checked(name);
        rights = Set.copyOf(rights);
        tubes = TubePrefixes.checked(tubes);
    }

    Principal principal() {
        Set<Right> all = EnumSet.copyOf(role.rights());
        all.addAll(rights);
        return new Principal(PrincipalKind.USER, stamp(), name, role, rights, all, tubes);
    }

    User withPassword(String hash) {
        return new User(name, role, rights, tubes, hash, createdAt, createdBy);
    }

    /** True for one who manages all the others. */
    boolean isAdmin() {
        return role == Role.ADMIN && !principal().isBound();
    }

    /** Another one where the password was changed, or the user made anew: sessions from before end with it. */
    String stamp() {
        return SecretTokens.sha256(password).substring(0, 16);
    }
}
