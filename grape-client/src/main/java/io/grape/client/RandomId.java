package io.grape.client;

import java.security.SecureRandom;
import java.util.Base64;

/** Random ids of 20 characters. With such an id, a produce is idempotent. */
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
