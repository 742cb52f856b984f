package io.grape.client;

import org.jspecify.annotations.Nullable;

/** A call that failed. What is to be expected of a call is in its answer instead, such as an id that is live already. */
public class GrapeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final String detail;
    private final @Nullable String requestId;

    /** One without an answer of a broker. */
    public GrapeException(ErrorCode code, String detail) {
        this(code, detail, null, null);
    }

    /** One that knows the broker's {@link #requestId} or what caused it; null where there is none. */
    public GrapeException(ErrorCode code, String detail, @Nullable String requestId, @Nullable Throwable cause) {
        super(code + ": " + detail + (requestId == null ? "" : " (request " + requestId + ")"), cause);
        this.code = code;
        this.detail = detail;
        this.requestId = requestId;
    }

    /** For programs. */
    public ErrorCode code() {
        return code;
    }

    /** For people: what was wrong, what was expected, what came. */
    public String detail() {
        return detail;
    }

    /** Under which the broker's log tells more; null when no broker answered. */
    public @Nullable String requestId() {
        return requestId;
    }
}
