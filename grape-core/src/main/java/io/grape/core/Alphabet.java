package io.grape.core;

/** A set of ASCII characters for texts. Faster than a regular expression, which matters for checks in every call. */
public final class Alphabet {
    private static final int ASCII = 128;

    public static final Alphabet DIGITS = new Alphabet("0123456789");

    public static final Alphabet HEADER_NAME = new Alphabet("abcdefghijklmnopqrstuvwxyz0123456789-");

    /** Of a plain job id, and of the key of a job. */
    public static final Alphabet KEY = lettersDigitsAnd("._:~-");

    public static final Alphabet LABEL = new Alphabet("abcdefghijklmnopqrstuvwxyz0123456789._:/-");

    private final boolean[] members = new boolean[ASCII];

    private Alphabet(String members) {
        members.chars().forEach(c -> this.members[c] = true);
    }

    /** Letters, digits, and the given characters. */
    static Alphabet lettersDigitsAnd(String others) {
        return new Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + others);
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
}
