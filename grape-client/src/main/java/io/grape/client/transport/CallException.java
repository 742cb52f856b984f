package io.grape.client.transport;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A call failed, with the error code of the wire. */
public final class CallException extends RuntimeException {
    static final String BAD_REQUEST = "BAD_REQUEST";
    static final String QUOTA_EXCEEDED = "QUOTA_EXCEEDED";
    static final String TUBE_FULL = "TUBE_FULL";
    static final String OVERLOADED = "OVERLOADED";
    static final String DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED";
    static final String DRAINING = "DRAINING";
    static final String INTERNAL = "INTERNAL";
    static final String UNREACHABLE = "UNREACHABLE";
    static final String TIMED_OUT = "TIMED_OUT";
    static final String UNKNOWN = "UNKNOWN";

    private static final long serialVersionUID = 1;

    private final String code;
    private final String detail;
    private final @Nullable String requestId;
    private final boolean retried;
    private final Duration retryAfter;
    private final int status;

    CallException(String code, String detail) {
        this(code, detail, null, null);
    }

    CallException(String code, String detail, @Nullable String requestId, @Nullable Throwable cause) {
        this(code, detail, requestId, cause, false, Duration.ZERO, 0);
    }

    private CallException(
            String code,
            String detail,
            @Nullable String requestId,
            @Nullable Throwable cause,
            boolean retried,
            Duration retryAfter,
            int status) {
        super(code + ": " + detail + (requestId == null ? "" : " (request " + requestId + ")"), cause, false, false);
        this.code = code;
        this.detail = detail;
        this.requestId = requestId;
        this.retried = retried;
        this.retryAfter = retryAfter;
        this.status = status;
    }

    /** The same failure, after an earlier attempt of the call that may have succeeded. */
    CallException afterRetry() {
        return new CallException(code, detail, requestId, getCause(), true, retryAfter, status);
    }

    /** The same failure, after which nothing is to be sent for so long. */
    CallException retryAfter(Duration pause) {
        return new CallException(code, detail, requestId, getCause(), retried, pause, status);
    }

    /** The same failure, which a response of this HTTP status told. */
    CallException ofStatus(int told) {
        return new CallException(code, detail, requestId, getCause(), retried, retryAfter, told);
    }

    /** The HTTP status of the response; 0 if there was none. */
    public int status() {
        return status;
    }

    /** For how long nothing is to be sent; 0 if neither the broker nor the client asks for a pause. */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** Whether an earlier attempt of the call may have succeeded. */
    public boolean isRetried() {
        return retried;
    }

    /** The broker's code, or one of this class. */
    public String code() {
        return code;
    }

    public String detail() {
        return detail;
    }

    /** Null if no broker responded. */
    public @Nullable String requestId() {
        return requestId;
    }

    String outcome() {
        return code.toLowerCase(Locale.ROOT);
    }
}
