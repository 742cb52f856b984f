package io.grape.server.access;

import io.grape.core.GrapeException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of users and tokens. */
final class AccountName {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    /** Actors of the audit log that are no users and no tokens. */
    private static final Set<String> RESERVED =
            Set.of(CommandAudit.ACTOR, Principal.ANYBODY.name(), Principal.NOBODY.name());

    private AccountName() {}

    /** The same for a new user or token. There may be ones of an earlier release whose names are reserved now. */
    static String checkedNew(String name) {
        if (RESERVED.contains(checked(name).toLowerCase(Locale.ROOT))) {
            throw GrapeException.badValue(
                    "name", "another one, as the audit log has this actor for others", "'" + name + "'");
        }
        return name;
    }

    static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw GrapeException.badValue(
                    "name", "1 to 64 of A-Z a-z 0-9 . _ @ -, a letter or digit first", "'" + name + "'");
        }
        return name;
    }
}
