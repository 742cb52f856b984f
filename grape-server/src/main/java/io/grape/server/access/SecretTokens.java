package io.grape.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Texts that nobody guesses, and what of them is kept. */
final class SecretTokens {
    private static final int BYTES = 32;
    private static final int ID_BYTES = 6;
    private static final int PASSWORD_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    private SecretTokens() {}

    /** 256 random bits, in 64 digits. */
    static String next() {
        return random(BYTES);
    }

    /** No secret, only unlike others. */
    static String id() {
        return random(ID_BYTES);
    }

    /** 96 random bits, in digits that can be typed. */
    static String password() {
        return random(PASSWORD_BYTES);
    }

    private static String random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** In 64 digits. It needs no salt: what is hashed is as random as itself. */
    static String sha256(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes the same time wherever they differ. */
    static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }
}
