package io.grape.core;

import java.util.regex.Pattern;

/** The name of a tube: 1 to 200 of {@code A-Z a-z 0-9 + / ; . $ _ ( ) -}, not starting with {@code -}. */
public record TubeName(String value) implements Comparable<TubeName> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9+/;.$_()][A-Za-z0-9+/;.$_()-]{0,199}");

    public TubeName {
        if (!ALLOWED.matcher(value).matches()) {
            throw GrapeException.badValue(
                    "tube", "1 to 200 of A-Z a-z 0-9 + / ; . $ _ ( ) - and no - in front", "'" + value + "'");
        }
    }

    @Override
    public int compareTo(TubeName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
