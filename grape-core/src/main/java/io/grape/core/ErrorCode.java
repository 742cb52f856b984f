package io.grape.core;

/**
 * Everything that can go wrong, as the wire names it. APIs switch over it without a default, so that a new code does not
 * compile until each of them answers it. Source: {@code docs/http.md#errors}.
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
    TOO_BIG(true),
    QUOTA_EXCEEDED(false),
    OVERLOADED(false),
    DRAINING(false),
    STORE_UNAVAILABLE(false),
    INTERNAL(false);

    private final boolean callersFault;

    ErrorCode(boolean callersFault) {
        this.callersFault = callersFault;
    }

    /** True when the same call, repeated as it is, would fail again. */
    public boolean isCallersFault() {
        return callersFault;
    }
}
