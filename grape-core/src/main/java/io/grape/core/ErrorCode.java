package io.grape.core;

/**
 * All errors, as named on the wire. APIs switch over it without a default, so a new code does not compile until each
 * handles it. Source: {@code docs/http.md#errors}.
 */
public enum ErrorCode {
    BAD_REQUEST(true),
    UNAUTHENTICATED(true),
    FORBIDDEN(true),
    TUBE_NOT_FOUND(true),
    JOB_NOT_FOUND(true),
    NOT_FOUND(true),
    DUPLICATE(true),
    LEASE_LOST(true),
    WRONG_STATE(true),
    TOO_LARGE(true),
    GATED(false),
    QUOTA_EXCEEDED(false),
    TUBE_FULL(false),
    OVERLOADED(false),
    DRAINING(false),
    DEADLINE_EXCEEDED(false),
    STORE_UNAVAILABLE(false),
    INTERNAL(false);

    private final boolean callersFault;

    ErrorCode(boolean callersFault) {
        this.callersFault = callersFault;
    }

    /** True if the same call would fail again. */
    public boolean isCallersFault() {
        return callersFault;
    }
}
