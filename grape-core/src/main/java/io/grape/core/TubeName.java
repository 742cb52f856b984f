package io.grape.core;

import java.util.Optional;

/** The name of a tube: 1 to 200 of {@code A-Z a-z 0-9 + / ; . $ _ ( ) -}, not starting with {@code -}. */
public record TubeName(String value) implements Comparable<TubeName> {
    private static final Alphabet ALLOWED = Alphabet.lettersDigitsAnd("+/;.$_()-");
    private static final int MAX_CHARACTERS = 200;

    public TubeName {
        if (!ALLOWED.spells(value, MAX_CHARACTERS) || value.startsWith("-")) {
            throw GrapeException.badValue(
                    "tube", "1 to 200 of A-Z a-z 0-9 + / ; . $ _ ( ) - and no - in front", "'" + value + "'");
        }
    }

    /** The tube of this name; empty where none can be called so. */
    public static Optional<TubeName> read(String name) {
        try {
            return Optional.of(new TubeName(name));
        } catch (GrapeException e) {
            return Optional.empty();
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
