package io.grape.client.worker;

import io.grape.client.ErrorCode;

/** What a refusal means for an acknowledgement, and for those that wait behind it. */
enum AckErrorKind {
    /** The lease is not the current one, or the job is gone. */
    LOST,
    /** It would be refused the next time, too. */
    FINAL,
    /** It may be taken later; the fault is with this one. */
    AGAIN_ALONE,
    /** It may be taken later, and none would be taken now. */
    AGAIN_ALL;

    static AckErrorKind of(ErrorCode code) {
        return switch (code) {
            case LEASE_LOST, JOB_NOT_FOUND, TUBE_NOT_FOUND -> LOST;
            case BAD_REQUEST, NOT_FOUND, TOO_BIG, WRONG_STATE, DUPLICATE -> FINAL;
            case UNAUTHENTICATED, FORBIDDEN, QUOTA_EXCEEDED, INTERNAL, UNKNOWN -> AGAIN_ALONE;
            case OVERLOADED, DRAINING, STORE_UNAVAILABLE, UNREACHABLE, TIMED_OUT -> AGAIN_ALL;
        };
    }
}
