package io.grape.core;

import java.security.SecureRandom;

/**
 * The name of a job within its tube, the caller's or a {@linkplain #random() random} one. It is any text of 1 to 200
 * characters without control characters. Ids are compared byte for byte and never normalised. 200 characters are at
 * most 800 bytes of UTF-8.
 */
public record JobId(String value) {
    /** The rule for ids. */
    public static final String EXPECTED = "1 to 200 characters, none of them a control character";
    /** The ids that every release accepts. */
    public static final String PLAIN = "1 to 200 of A-Z a-z 0-9 . _ : ~ -";

    private static final int MAX_CHARACTERS = 200;
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LENGTH = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    public JobId {
        if (!isPlain(value) && !isText(value)) {
            throw GrapeException.badValue("id", EXPECTED, "'" + value + "'");
        }
    }

    /** A new id of 20 letters and digits, 119 random bits. */
    public static JobId random() {
        StringBuilder text = new StringBuilder(RANDOM_LENGTH);
        for (int i = 0; i < RANDOM_LENGTH; i++) {
            text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return new JobId(text.toString());
    }

    /** True if every release accepts it. */
    public boolean isPlain() {
        return isPlain(value);
    }

    private static boolean isPlain(String text) {
        return Alphabet.KEY.spells(text, MAX_CHARACTERS);
    }

    private static boolean isText(String text) {
        int count = 0;
        for (int at = 0; at < text.length(); count++) {
            int point = text.codePointAt(at);
            boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            if (isHalf || Character.isISOControl(point) || count == MAX_CHARACTERS) {
                return false;
            }
            at += Character.charCount(point);
        }
        return count > 0;
    }

    @Override
    public String toString() {
        return value;
    }
}
