package io.grape.client.worker;

import io.grape.client.ErrorCode;

/** What a rejection means for an acknowledgement, and for those that wait behind it. */
enum AckErrorKind {
    /** The lease is not the current one, or the job is gone. */
    LOST,
    /** A retry would be rejected too. */
    FINAL,
    /** A retry may succeed; only this one is affected. */
    AGAIN_ALONE,
    /** A retry may succeed; no other would succeed now. */
    AGAIN_ALL;

    static AckErrorKind of(ErrorCode code) {
        return switch (code) {
            case LEASE_LOST, JOB_NOT_FOUND, TUBE_NOT_FOUND -> LOST;
            case BAD_REQUEST, NOT_FOUND, TOO_LARGE, WRONG_STATE, GATED, DUPLICATE -> FINAL;
            case UNAUTHENTICATED, FORBIDDEN, QUOTA_EXCEEDED, TUBE_FULL, INTERNAL, UNKNOWN -> AGAIN_ALONE;
            case OVERLOADED, DEADLINE_EXCEEDED, DRAINING, STORE_UNAVAILABLE, UNREACHABLE, TIMED_OUT -> AGAIN_ALL;
        };
    }
}
