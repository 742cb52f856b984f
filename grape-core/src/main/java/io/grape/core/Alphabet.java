package io.grape.core;

/** A set of ASCII characters that texts are made of. Faster than a regular expression where every call has some to check. */
public final class Alphabet {
    private static final int ASCII = 128;

    public static final Alphabet DIGITS = new Alphabet("0123456789");

    public static final Alphabet HEADER_NAME = new Alphabet("abcdefghijklmnopqrstuvwxyz0123456789-");

    private final boolean[] members = new boolean[ASCII];

    private Alphabet(String members) {
        members.chars().forEach(c -> this.members[c] = true);
    }

    /** Letters and digits, and those given. */
    static Alphabet lettersDigitsAnd(String others) {
        return new Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + others);
    }

    /** True when a text of these characters is neither empty nor longer than that. */
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
