package io.grape.client;

import java.util.Arrays;

/** Why a call failed: the codes of {@code docs/http.md#errors}, and three of the client. */
public enum ErrorCode {
    /** A value is missing, unknown or out of bounds. A retry does not help. */
    BAD_REQUEST,
    /** The broker requires a token, and none or a wrong one came. */
    UNAUTHENTICATED,
    /** The caller lacks the right. */
    FORBIDDEN,
    /** There is no such tube. */
    TUBE_NOT_FOUND,
    /** There is no such job: it was finished or deleted, or never existed. */
    JOB_NOT_FOUND,
    /** There is no such user, token or operation. */
    NOT_FOUND,
    /** The id is live, and {@link OnDuplicate#REJECT} was asked for. */
    DUPLICATE,
    /** The lease is not the current one, or has expired: another worker may hold the job now. */
    LEASE_LOST,
    /** The state of the job or the tube does not allow it. */
    WRONG_STATE,
    /** A gate refuses new jobs such as this one, or holds the job that was to be taken. */
    GATED,
    /** The payload or the body is too long. */
    TOO_LARGE,
    /** The caller has used up a limit of its own. */
    QUOTA_EXCEEDED,
    /** The tube holds as many jobs, or bytes of jobs, as its limits allow: the job was not stored. */
    TUBE_FULL,
    /** Redis is full, or the broker is overloaded, or this client held the call back for that: it did not happen. */
    OVERLOADED,
    /** The time of the call passed before the broker did anything: it did not happen. */
    DEADLINE_EXCEEDED,
    /** This broker shuts down, and no other could be reached in time. */
    DRAINING,
    /**
     * Redis did not respond to the broker in time: the call may have happened. Or a job is stored, but not confirmed by
     * its replicas.
     */
    STORE_UNAVAILABLE,
    /** A defect of the broker. */
    INTERNAL,
    /** No broker could be reached, or none responded: the call may have happened. */
    UNREACHABLE,
    /** The deadline of the call has passed: it may have happened. */
    TIMED_OUT,
    /**
     * The response could not be read, or has a code that this client does not know; the detail names it. If something in
     * front of the broker responded instead, the call may have happened.
     */
    UNKNOWN;

    /** The code of a name on the wire. */
    public static ErrorCode of(String name) {
        return Arrays.stream(values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
