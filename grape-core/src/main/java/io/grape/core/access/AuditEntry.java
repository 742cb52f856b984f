package io.grape.core.access;

import io.grape.core.ErrorCode;
import java.util.stream.Stream;

/**
 * An act or an attempt. Fields that do not apply are empty.
 *
 * @param actor who did it
 * @param action such as {@code tube.delete}
 * @param subject what it was done to
 * @param outcome {@code ok}, {@code denied}, {@code failed:CODE}, or {@code begun} while it is unknown
 * @param origin where the call came from
 */
public record AuditEntry(String actor, String action, AuditSubject subject, String outcome, AuditOrigin origin) {
    public static final String OK = "ok";
    public static final String DENIED = "denied";
    public static final String BEGUN = "begun";
    private static final String FAILED = "failed:";

    /** The same with another outcome. */
    public AuditEntry outcome(String other) {
        return new AuditEntry(actor, action, subject, other, origin);
    }

    /** True if the caller's own fault prevented the act: anyone may try that any number of times. */
    public boolean isRefused() {
        return outcome.equals(DENIED)
                || Stream.of(ErrorCode.values())
                        .filter(code -> code.isCallersFault() || code == ErrorCode.QUOTA_EXCEEDED)
                        .anyMatch(code -> outcome.equals(FAILED + code));
    }

    /** The outcome of a failed act; a forbidden one is {@code denied}. */
    public static String failed(ErrorCode code) {
        return code == ErrorCode.FORBIDDEN ? DENIED : FAILED + code;
    }
}
