package io.grape.core;

import java.security.SecureRandom;

/** The name of a job within its tube, the caller's or a {@linkplain #random() random} one: 1 to 200 of {@code A-Z a-z 0-9 . _ : ~ -}. */
public record JobId(String value) {
    private static final Alphabet ALLOWED = Alphabet.lettersDigitsAnd("._:~-");
    private static final int MAX_CHARACTERS = 200;
    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LENGTH = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    public JobId {
        if (!ALLOWED.spells(value, MAX_CHARACTERS)) {
            throw GrapeException.badValue("id", "1 to 200 of A-Z a-z 0-9 . _ : ~ -", "'" + value + "'");
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

    @Override
    public String toString() {
        return value;
    }
}
