package io.grape.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The exception of this project: a code for programs and a sentence for people. A caller's fault has no stack trace.
 */
public final class GrapeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 80;
    /** Those that are shed together do not come back together. */
    private static final int MAX_RETRY_SECONDS = 3;

    private final ErrorCode code;
    private final @Nullable Duration retryAfter;
    private final @Nullable OverloadReason overload;
    private final @Nullable String field;

    public GrapeException(ErrorCode code, String detail) {
        this(code, detail, null);
    }

    public GrapeException(ErrorCode code, String detail, @Nullable Throwable cause) {
        this(code, detail, cause, null, null, null);
    }

    private GrapeException(
            ErrorCode code,
            String detail,
            @Nullable Throwable cause,
            @Nullable Duration retryAfter,
            @Nullable OverloadReason overload,
            @Nullable String field) {
        super(detail, cause, false, !code.isCallersFault() && overload == null);
        this.code = code;
        this.retryAfter = retryAfter;
        this.overload = overload;
        this.field = field;
    }

    /**
     * A gate refuses a job, or holds it.
     *
     * @param now by Redis's clock
     * @param until when it is lifted by itself, null = when someone lifts it
     */
    public static GrapeException gated(String detail, Instant now, @Nullable Instant until) {
        String end = until == null ? "until it is lifted" : "until " + until;
        return new GrapeException(
                ErrorCode.GATED,
                detail + ' ' + end,
                null,
                until == null ? null : Duration.between(now, until),
                null,
                null);
    }

    /** A call that was not done, as there is more work than can be done. */
    public static GrapeException overloaded(OverloadReason why) {
        String detail = switch (why) {
            case DELAY -> "this broker is overloaded, and the call waited for too long";
            case QUEUE -> "this broker is overloaded: too many jobs wait for Redis";
            case MEMORY -> "Redis is overloaded: its memory is nearly full";
            case NODE -> "the Redis node of this tube does not reply, or is slow";
        };
        Duration wait = Duration.ofSeconds(1 + ThreadLocalRandom.current().nextInt(MAX_RETRY_SECONDS));
        return new GrapeException(
                ErrorCode.OVERLOADED, detail + "; nothing was done, retry later", null, wait, why, null);
    }

    /**
     * A client has used up its quota.
     *
     * @param retryAfter how long until it has some again, null = it is not known
     */
    public static GrapeException quotaExceeded(String detail, @Nullable Duration retryAfter) {
        return new GrapeException(ErrorCode.QUOTA_EXCEEDED, detail, null, retryAfter, null, null);
    }

    /** A bad value: {@code ttrMs: expected 1000 or more, got 12}. */
    public static GrapeException badValue(String name, String expected, Object got) {
        return new GrapeException(ErrorCode.BAD_REQUEST, name + ": expected " + expected + ", got " + abbreviated(got));
    }

    /** A value, or the whole body, has too many bytes: {@code payload: expected at most 1048576 bytes, got 2000000}. */
    public static GrapeException tooLarge(String field, long maxBytes, Object got) {
        return new GrapeException(
                ErrorCode.TOO_LARGE,
                field + ": expected at most " + maxBytes + " bytes, got " + got,
                null,
                null,
                null,
                field);
    }

    private static String abbreviated(Object got) {
        String text = got.toString();
        return text.length() <= MAX_SHOWN
                ? whole(text)
                : whole(text.substring(0, end(text))) + "… (" + text.length() + " characters)";
    }

    /** Replaces each half of a surrogate pair by a question mark. */
    private static String whole(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }

    /** Half a surrogate pair is no character, and no JSON. */
    private static int end(String text) {
        return Character.isHighSurrogate(text.charAt(MAX_SHOWN - 1)) ? MAX_SHOWN - 1 : MAX_SHOWN;
    }

    public ErrorCode code() {
        return code;
    }

    /** How long from now the same call may succeed, null if that is not known. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** The same, told otherwise. */
    public GrapeException withDetail(String newDetail) {
        return new GrapeException(code, newDetail, this, retryAfter, overload, field);
    }

    /** The field that is too large; null for other codes. */
    public @Nullable String field() {
        return field;
    }

    /** Why the call was shed, null if it was not. */
    public @Nullable OverloadReason overload() {
        return overload;
    }

    /** What was wrong, what was expected, what came. */
    public String detail() {
        String message = getMessage();
        return message == null ? code.name() : message;
    }
}
