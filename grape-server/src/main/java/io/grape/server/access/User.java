package io.grape.server.access;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        name = Names.checked(name);
        rights = Set.copyOf(rights);
        tubes = Prefixes.checked(tubes);
    }

    Principal principal() {
        Set<Right> all = EnumSet.copyOf(role.rights());
        all.addAll(rights);
        return new Principal(Principal.Kind.USER, stamp(), name, role, rights, all, tubes);
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
        return Secrets.sha256(password).substring(0, 16);
    }

    /** What is to be changed of a user; null = as it was, or as usual. */
    public record Change(
            @Nullable Role role,
            @Nullable Set<Right> rights,
            @Nullable List<String> tubes,
            @Nullable String password) {
        /** What the audit log has of it: all but the password itself. */
        public String detail() {
            List<String> said = new ArrayList<>();
            if (role != null) {
                said.add("role=" + role.wireName());
            }
            if (rights != null) {
                said.add("rights=" + Right.names(rights));
            }
            if (tubes != null) {
                said.add("tubes=" + tubes);
            }
            if (password != null) {
                said.add("password");
            }
            return String.join(" ", said);
        }
    }
}
