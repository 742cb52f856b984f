package io.grape.server.access;

import io.grape.core.GrapeException;
import java.util.List;
import java.util.regex.Pattern;

/** What names of tubes may begin with. */
final class TubePrefixes {
    /** Every name begins so. */
    static final List<String> ALL = List.of("");

    private static final int MAX = 100;
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9+/;.$_()-]{0,200}");

    private TubePrefixes() {}

    /** The same, checked; none = all tubes. */
    static List<String> checked(List<String> given) {
        if (given.size() > MAX) {
            throw GrapeException.badValue("tubes", "at most " + MAX + " prefixes", given.size());
        }
        for (String prefix : given) {
            if (!PREFIX.matcher(prefix).matches()) {
                throw GrapeException.badValue("tubes", "beginnings of names of tubes", "'" + prefix + "'");
            }
        }
        return given.isEmpty() ? ALL : List.copyOf(given);
    }
}
