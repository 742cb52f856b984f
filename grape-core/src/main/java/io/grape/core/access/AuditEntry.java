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
public record AuditEntry(String actor, String action, Subject subject, String outcome, Origin origin) {
    public static final String OK = "ok";
    public static final String DENIED = "denied";
    public static final String BEGUN = "begun";
    private static final String FAILED = "failed:";

    /**
     * What something was done to.
     *
     * @param tube a tube's name
     * @param target the id of a job, the name of a user and so on
     * @param detail what else was asked for, without secrets
     */
    public record Subject(String tube, String target, String detail) {}

    /** Where a call came from. */
    public record Origin(String requestId, String address) {}

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
