package io.grape.server.access;

import io.grape.core.GrapeException;
import java.util.regex.Pattern;

/** Names of users and tokens. */
final class AccountName {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

    private AccountName() {}

    static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw GrapeException.badValue(
                    "name", "1 to 64 of A-Z a-z 0-9 . _ @ -, a letter or digit first", "'" + name + "'");
        }
        return name;
    }
}
