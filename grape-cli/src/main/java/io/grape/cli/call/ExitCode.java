package io.grape.cli.call;

import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;

/** The exit codes: see {@code docs/cli.md}. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int ERROR = 1;
    public static final int USAGE = 2;
    public static final int NOT_FOUND = 3;
    public static final int CONFLICT = 4;
    public static final int THROTTLED = 5;
    public static final int UNREACHABLE = 6;

    private ExitCode() {}

    /** Of a call that failed. */
    public static int of(GrapeException failure) {
        boolean isOfProxy = failure.code() == ErrorCode.UNKNOWN
                && (failure.status() == 502 || failure.status() == 503 || failure.status() == 504);
        return isOfProxy ? UNREACHABLE : of(failure.code());
    }

    /** Of a code. */
    public static int of(ErrorCode code) {
        return switch (code) {
            case BAD_REQUEST, TOO_LARGE -> USAGE;
            case TUBE_NOT_FOUND, JOB_NOT_FOUND, NOT_FOUND -> NOT_FOUND;
            case DUPLICATE, LEASE_LOST, WRONG_STATE, GATED -> CONFLICT;
            case QUOTA_EXCEEDED, TUBE_FULL, OVERLOADED -> THROTTLED;
            case DEADLINE_EXCEEDED, DRAINING, STORE_UNAVAILABLE, UNREACHABLE, TIMED_OUT -> UNREACHABLE;
            case UNAUTHENTICATED, FORBIDDEN, INTERNAL, UNKNOWN -> ERROR;
        };
    }
}
