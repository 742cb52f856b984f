package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a failure reason: reasons of the same fault share it. It is the first line of the reason, with the
 * parts that vary from job to job replaced, up to {@value #MAX_CHARACTERS} characters. Source: {@code
 * docs/http.md#failures}.
 */
public final class FailureSignature {
    public static final int MAX_CHARACTERS = 200;

    public static final Pattern VARYING =
            Pattern.compile("(?<quoted>\"[^\"]*\"|`[^`]*`|(?<![\\p{L}\\p{N}])'[^']*'(?![\\p{L}\\p{N}]))"
                    + "|(?<uuid>\\b\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b)"
                    + "|(?<hex>0[xX]\\p{XDigit}+|\\b(?=[a-fA-F]*\\d)(?=\\d*[a-fA-F])\\p{XDigit}{8,}\\b)"
                    + "|(?<number>\\d+(?:[.,:]\\d+)*)");

    private FailureSignature() {}

    /** Refuses an impossible reason for the jobs of a state; null = any. */
    public static void check(@Nullable String signature, JobState state) {
        if (signature != null && state != JobState.FAILED) {
            throw GrapeException.badValue("reason", "it with state failed", state.wireName());
        }
        if (signature != null && signature.length() > MAX_CHARACTERS) {
            throw GrapeException.badValue(
                    "reason", "the signature of a reason, at most " + MAX_CHARACTERS + " characters", signature);
        }
    }

    /**
     * The signature of a reason; empty for an empty one. Reads no more of the reason than needed, because callers need
     * many at once.
     */
    public static String of(String reason) {
        String line = reason.strip().lines().findFirst().orElse("").strip();
        Matcher varying = VARYING.matcher(line).useTransparentBounds(true).useAnchoringBounds(false);
        StringBuilder signature = new StringBuilder();
        for (int at = 0; at < line.length() && signature.length() <= MAX_CHARACTERS; ) {
            if (mayVaryFrom(line, at) && varying.region(at, line.length()).lookingAt()) {
                signature.append(standIn(varying));
                at = varying.end();
            } else {
                signature.append(line.charAt(at++));
            }
        }
        return signature.length() <= MAX_CHARACTERS ? signature.toString() : signature.substring(0, end(signature));
    }

    /** False if nothing that varies can begin here. Most of a reason is plain words, and the pattern is expensive. */
    private static boolean mayVaryFrom(String line, int at) {
        char c = line.charAt(at);
        return c == '"'
                || c == '`'
                || c == '\''
                || (c >= '0' && c <= '9')
                || (isLetterTo(c, 'f') && (at == 0 || !isLetterTo(line.charAt(at - 1), 'z')));
    }

    private static boolean isLetterTo(char c, char last) {
        int small = c | ' ';
        return small >= 'a' && small <= last;
    }

    static String standIn(Matcher varying) {
        if (varying.group("quoted") != null) {
            return "<text>";
        }
        return varying.group("uuid") != null ? "<uuid>" : varying.group("hex") != null ? "<hex>" : "<n>";
    }

    /** Half a surrogate pair is no character. */
    private static int end(CharSequence text) {
        return Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
    }
}
