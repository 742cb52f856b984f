package io.grape.core;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What reasons that tell of the same fault have in common: the first line of a reason, with what differs from job to job replaced,
 * and at most {@value #MAX_CHARACTERS} characters of that. Source: {@code docs/http.md#failures}.
 */
public final class FailureSignature {
    public static final int MAX_CHARACTERS = 200;

    private static final Pattern VARYING =
            Pattern.compile("(?<quoted>\"[^\"]*\"|`[^`]*`|(?<![\\p{L}\\p{N}])'[^']*'(?![\\p{L}\\p{N}]))"
                    + "|(?<uuid>\\b\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b)"
                    + "|(?<hex>0[xX]\\p{XDigit}+|\\b(?=[a-fA-F]*\\d)(?=\\d*[a-fA-F])\\p{XDigit}{8,}\\b)"
                    + "|(?<number>\\d+(?:[.,:]\\d+)*)");

    private FailureSignature() {}

    /** The signature of a reason; empty for an empty one. */
    public static String of(String reason) {
        String line = reason.strip().lines().findFirst().orElse("").strip();
        Matcher varying = VARYING.matcher(line);
        String signature = varying.replaceAll(found -> found.group(1) != null
                ? "<text>"
                : found.group(2) != null ? "<uuid>" : found.group(3) != null ? "<hex>" : "<n>");
        return signature.length() <= MAX_CHARACTERS ? signature : signature.substring(0, end(signature));
    }

    /** Half a surrogate pair is no character. */
    private static int end(String text) {
        return Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
    }
}
