package io.grape.core;

/** A set of ASCII characters for texts. Faster than a regular expression, which matters for checks in every call. */
public final class Alphabet {
    private static final int ASCII = 128;

    public static final Alphabet DIGITS = new Alphabet("0123456789", "0-9");

    public static final Alphabet HEADER_NAME = smallLettersDigitsAnd("-");

    /** Of a plain job id, and of the key of a job. */
    public static final Alphabet KEY = lettersDigitsAnd("._:~-");

    public static final Alphabet GATE = lettersDigitsAnd("._-");

    public static final Alphabet LABEL = smallLettersDigitsAnd("._:/-");

    private final boolean[] members = new boolean[ASCII];
    /** The characters in messages, such as {@code a-z 0-9 . -}. */
    private final String shown;

    private Alphabet(String members, String shown) {
        members.chars().forEach(c -> this.members[c] = true);
        this.shown = shown;
    }

    /** Letters, digits, and the given characters. */
    static Alphabet lettersDigitsAnd(String others) {
        return new Alphabet(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + others,
                "A-Z a-z 0-9 " + spaced(others));
    }

    private static Alphabet smallLettersDigitsAnd(String others) {
        return new Alphabet("abcdefghijklmnopqrstuvwxyz0123456789" + others, "a-z 0-9 " + spaced(others));
    }

    private static String spaced(String characters) {
        return String.join(" ", characters.split(""));
    }

    /** True if a text of these characters is neither empty nor too long. */
    public boolean spells(String text, int mostCharacters) {
        if (text.isEmpty() || text.length() > mostCharacters) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ASCII || !members[c]) {
                return false;
            }
        }
        return true;
    }

    /** What {@link #spells} is true for, in words: {@code 1 to 64 of a-z 0-9 . -}. */
    public String expected(int mostCharacters) {
        return "1 to " + mostCharacters + " of " + shown;
    }

    /** Returns a text that it {@linkplain #spells spells}. Fails with BAD_REQUEST for any other. */
    public String checked(String name, String text, int mostCharacters) {
        if (!spells(text, mostCharacters)) {
            throw GrapeException.badValue(name, expected(mostCharacters), "'" + text + "'");
        }
        return text;
    }
}
