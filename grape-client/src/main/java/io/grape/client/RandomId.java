package io.grape.client;

import java.security.SecureRandom;
import java.util.Base64;

/** Ids of 20 characters that nobody else has. With one, a produce can be repeated. */
final class RandomId {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 15;

    private RandomId() {}

    static String next() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
