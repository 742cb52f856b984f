package io.grape.client;

import java.util.Arrays;

/** Why a call failed: the codes of {@code docs/http.md#errors}, and three that only a client knows. */
public enum ErrorCode {
    /** A value is missing, unknown or out of bounds. Not to be repeated. */
    BAD_REQUEST,
    /** The broker wants to know who calls. */
    UNAUTHENTICATED,
    /** The caller may not do that. */
    FORBIDDEN,
    /** There is no such tube. */
    TUBE_NOT_FOUND,
    /** There is no such job: it was finished or deleted, or never there. */
    JOB_NOT_FOUND,
    /** There is nothing else of that name. */
    NOT_FOUND,
    /** The id is live, and {@link OnDuplicate#REJECT} was asked for. */
    DUPLICATE,
    /** The lease is not the current one, or has run out: the job may be somebody else's now. */
    LEASE_LOST,
    /** The job or the tube is not in a state for that. */
    WRONG_STATE,
    /** The payload or the body is too long. */
    TOO_BIG,
    /** The caller has used up its quota. */
    QUOTA_EXCEEDED,
    /** Redis is full, or the broker has its hands full. */
    OVERLOADED,
    /** This broker goes down, and no other could be reached in time. */
    DRAINING,
    /** Redis did not answer the broker in time: the call may have happened. Or a job is stored, but not confirmed by its replicas. */
    STORE_UNAVAILABLE,
    /** A fault of the broker. */
    INTERNAL,
    /** No broker could be reached, or none that was reached answered: the call may have happened. */
    UNREACHABLE,
    /** The deadline of the call has passed: it may have happened. */
    TIMED_OUT,
    /** The answer could not be read, or has a code that this client does not know; the detail names it. */
    UNKNOWN;

    /** Of a name on the wire. */
    public static ErrorCode of(String name) {
        return Arrays.stream(values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
