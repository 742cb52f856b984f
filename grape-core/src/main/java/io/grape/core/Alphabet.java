package io.grape.core;

/** A set of ASCII characters that names are made of. Faster than a regular expression where every call has a name to check. */
final class Alphabet {
    private static final int ASCII = 128;

    private final boolean[] members = new boolean[ASCII];

    /** Letters and digits, and those given. */
    static Alphabet lettersDigitsAnd(String others) {
        Alphabet alphabet = new Alphabet();
        for (char c = 0; c < ASCII; c++) {
            alphabet.members[c] = Character.isLetterOrDigit(c) || others.indexOf(c) >= 0;
        }
        return alphabet;
    }

    /** True when a text of these characters is neither empty nor longer than that. */
    boolean spells(String text, int mostCharacters) {
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
