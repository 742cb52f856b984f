package io.grape.core.access;

import io.grape.core.ErrorCode;
import java.util.stream.Stream;

/**
 * Something that was done, or tried. What does not apply is empty.
 *
 * @param actor who did it
 * @param action such as {@code tube.delete}
 * @param subject what it was done to
 * @param outcome {@code ok}, {@code denied}, {@code failed:CODE}, or {@code begun} while nobody knows
 * @param origin where the call came from
 */
public record AuditEntry(String actor, String action, AuditSubject subject, String outcome, AuditOrigin origin) {
    public static final String OK = "ok";
    public static final String DENIED = "denied";
    public static final String BEGUN = "begun";
    private static final String FAILED = "failed:";

    /** The same with another end. */
    public AuditEntry outcome(String other) {
        return new AuditEntry(actor, action, subject, other, origin);
    }

    /** True when nothing was done, and the caller is why: anybody may try that as often as he likes. */
    public boolean isRefused() {
        return outcome.equals(DENIED)
                || Stream.of(ErrorCode.values())
                        .filter(code -> code.isCallersFault() || code == ErrorCode.QUOTA_EXCEEDED)
                        .anyMatch(code -> outcome.equals(FAILED + code));
    }

    /** The outcome of something that failed; what was forbidden was denied. */
    public static String failed(ErrorCode code) {
        return code == ErrorCode.FORBIDDEN ? DENIED : FAILED + code;
    }
}
