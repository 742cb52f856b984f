package io.grape.server.http.call;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.server.failure.Failures;
import io.grape.server.http.json.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns failures into {@code application/problem+json}. The one place of this API that does. */
public final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final long NEARLY_A_SECOND = 999_999_999;
    private static final String INTERNAL = "this is a fault of the broker; its log tells more under the requestId";

    /** Says how a caller can show who he is. */
    public static final String ASKING = "WWW-Authenticate";

    public static final String BEARER = "Bearer";

    private Problems() {}

    /** The response to a call that failed. What is nobody's fault but ours is logged, once, here. */
    public static Response of(Throwable failure, Request request) {
        Throwable cause = Failures.cause(failure);
        if (cause instanceof GrapeException known && known.code() != ErrorCode.INTERNAL) {
            Response problem = of(status(known.code()), known.code(), known.detail(), known.field(), request.id());
            return explained(problem, known);
        }
        log(cause, request);
        return of(status(ErrorCode.INTERNAL), ErrorCode.INTERNAL, INTERNAL, request.id());
    }

    /** The same with what its headers tell of a call that failed: when to retry, and what was too much. */
    public static Response explained(Response problem, GrapeException failure) {
        Duration wait = failure.retryAfter();
        OverloadReason shed = failure.overload();
        Response told = shed == null ? problem : problem.header("Grape-Overloaded", shed.wireName());
        return wait == null
                ? told
                : told.header(
                        "Retry-After",
                        Long.toString(wait.plusNanos(NEARLY_A_SECOND).toSeconds()));
    }

    /** Logs what is nobody's fault but ours. */
    public static void log(Throwable cause, Request request) {
        LOG.error(
                "call failed requestId={} method={} uri={}", request.id(), request.method(), request.shownUri(), cause);
    }

    /** A problem whose status is not its code's own: those that HTTP itself has. */
    public static Response of(int status, ErrorCode code, String detail, String requestId) {
        return of(status, code, detail, null, requestId);
    }

    private static Response of(int status, ErrorCode code, String detail, @Nullable String field, String requestId) {
        Response problem = Response.of(status, "application/problem+json", Json.write(json -> {
                    json.writeStartObject();
                    json.writeStringField("type", "about:blank");
                    json.writeStringField("title", title(status));
                    json.writeNumberField("status", status);
                    json.writeStringField("code", code.name());
                    json.writeStringField("detail", detail);
                    if (field != null) {
                        json.writeStringField("field", field);
                    }
                    json.writeStringField("requestId", requestId);
                    json.writeEndObject();
                }))
                .notStored();
        return switch (status) {
            case 401 -> problem.header(ASKING, BEARER);
            // Somebody may say that it takes longer.
            case 429, 503 -> problem.header("Retry-After", "1");
            default -> problem;
        };
    }

    public static int status(ErrorCode code) {
        return switch (code) {
            case BAD_REQUEST -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case TUBE_NOT_FOUND, JOB_NOT_FOUND, NOT_FOUND -> 404;
            case DUPLICATE, LEASE_LOST, WRONG_STATE, GATED -> 409;
            case TOO_LARGE -> 413;
            case QUOTA_EXCEEDED, TUBE_FULL -> 429;
            case OVERLOADED, DRAINING, STORE_UNAVAILABLE -> 503;
            case INTERNAL -> 500;
            case DEADLINE_EXCEEDED -> 504;
        };
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 415 -> "Unsupported Media Type";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> throw new IllegalArgumentException("no problem has status " + status);
        };
    }
}
