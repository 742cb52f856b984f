package io.grape.console;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** SHA-256, as the console's URLs and its Content-Security-Policy want it. */
final class Sha256 {
    private Sha256() {}

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes));
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(digest(bytes));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
