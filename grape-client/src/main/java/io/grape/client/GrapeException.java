package io.grape.client;

import io.grape.client.transport.CallException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call failed. Expected outcomes, such as an id that is already live, are in the result instead. */
public class GrapeException extends RuntimeException {
    private static final long serialVersionUID = 1;
    /** Bad request, content too large, unprocessable content. */
    private static final Set<Integer> OF_BODY = Set.of(400, 413, 422);

    private final ErrorCode code;
    private final String detail;
    private final @Nullable String requestId;
    private final @Nullable String jobId;
    private final Duration retryAfter;
    private final int status;

    /** Without a response of a broker. */
    public GrapeException(ErrorCode code, String detail) {
        this(code, detail, null, null);
    }

    /** With the broker's {@link #requestId} and the cause, each null if there is none. */
    public GrapeException(ErrorCode code, String detail, @Nullable String requestId, @Nullable Throwable cause) {
        this(code, detail, requestId, null, cause);
    }

    GrapeException(
            ErrorCode code,
            String detail,
            @Nullable String requestId,
            @Nullable String jobId,
            @Nullable Throwable cause) {
        this(code, detail, requestId, jobId, Duration.ZERO, 0, cause);
    }

    private GrapeException(
            ErrorCode code,
            String detail,
            @Nullable String requestId,
            @Nullable String jobId,
            Duration retryAfter,
            int status,
            @Nullable Throwable cause) {
        super(code + ": " + detail + of("job", jobId) + of("request", requestId), cause);
        this.code = code;
        this.detail = detail;
        this.requestId = requestId;
        this.jobId = jobId;
        this.retryAfter = retryAfter;
        this.status = status;
    }

    /** A failure with the code of the wire. The detail names a code that this client does not know. */
    static GrapeException of(String name, String detail, @Nullable String requestId, @Nullable Throwable cause) {
        ErrorCode code = ErrorCode.of(name);
        return new GrapeException(code, code.name().equals(name) ? detail : name + ": " + detail, requestId, cause);
    }

    /** The failure of a call. */
    static GrapeException of(CallException call) {
        Throwable cause = call.getCause() instanceof CallException last ? of(last) : call.getCause();
        GrapeException failure = of(call.code(), call.detail(), call.requestId(), cause);
        return new GrapeException(
                failure.code, failure.detail, failure.requestId, null, call.retryAfter(), call.status(), cause);
    }

    private static String of(String what, @Nullable String id) {
        return id == null ? "" : " (" + what + " " + id + ")";
    }

    /** The same failure, with the id of its job. */
    GrapeException ofJob(@Nullable String id) {
        if (id == null || id.equals(jobId)) {
            return this;
        }
        GrapeException same = new GrapeException(code, detail, requestId, id, retryAfter, status, getCause());
        same.setStackTrace(getStackTrace());
        return same;
    }

    /** The same failure, thrown again by this thread. */
    GrapeException again() {
        return new GrapeException(code, detail, requestId, jobId, retryAfter, status, this);
    }

    /** The code, for programs. */
    public ErrorCode code() {
        return code;
    }

    /** The text, for people: what was wrong, what was expected, what came. */
    public String detail() {
        return detail;
    }

    /**
     * The job of the call; null if it was for none, or for many. After a produce that may have happened, produce the
     * same {@link NewJob} again, or this id.
     */
    public @Nullable String jobId() {
        return jobId;
    }

    /**
     * How long to wait before the same is tried again, for example after {@link ErrorCode#OVERLOADED}. Zero if neither
     * the broker nor the client asks for a pause.
     */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** The id under which the broker's log has the details; null if no broker responded. */
    public @Nullable String requestId() {
        return requestId;
    }

    /**
     * The HTTP status of the response to the call; 0 if there was none, or if this is the result of one job of a batch. With
     * {@link ErrorCode#UNKNOWN} and no {@link #requestId}, something in front of the broker responded.
     */
    public int status() {
        return status;
    }

    /** Whether the body of the call was refused for what is in it. The same jobs in other calls may be taken. */
    boolean isOfBody() {
        return code == ErrorCode.BAD_REQUEST || code == ErrorCode.TOO_LARGE || isOfBodyByProxy();
    }

    /** Whether something in front of the brokers refused the body. */
    boolean isOfBodyByProxy() {
        return code == ErrorCode.UNKNOWN && requestId == null && OF_BODY.contains(status);
    }
}
