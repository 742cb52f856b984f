package io.grape.server.http.grape13;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.server.http.call.Problems;
import io.grape.server.http.call.Request;
import io.grape.server.http.call.Response;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** A call that Grape 1.3 refuses: a status, a code, and words. They are its own, to the letter, where it has any. */
final class Grape13Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** The code of everything that has no other. */
    private static final int OTHER = 9999;

    private final int status;
    private final int code;
    /** What the call failed with, null = it was not begun. */
    private final transient @Nullable GrapeException failure;

    private Grape13Refusal(int status, int code, String desc) {
        this(status, code, desc, null);
    }

    private Grape13Refusal(int status, int code, String desc, @Nullable GrapeException failure) {
        super(desc, null, false, false);
        this.status = status;
        this.code = code;
        this.failure = failure;
    }

    static Grape13Refusal unknownTube(String name) {
        return bad(1000, "unknown tube name '" + name + "'");
    }

    /** A parameter that is not right. */
    static Grape13Refusal bad(int code, String desc) {
        return new Grape13Refusal(400, code, desc);
    }

    static Grape13Refusal emptyTube() {
        return bad(1001, "tube name is empty");
    }

    static Grape13Refusal badId() {
        return bad(2001, "job id is invalid: expected " + JobId.EXPECTED + ", and neither . nor ..");
    }

    /** Any failure of a call. What is nobody's fault but ours is logged here. */
    static Grape13Refusal of(Throwable failure, Request request) {
        if (failure instanceof Grape13Refusal refusal) {
            return refusal;
        }
        if (failure instanceof GrapeException known && known.code() != ErrorCode.INTERNAL) {
            return of(known);
        }
        Problems.log(failure, request);
        return new Grape13Refusal(500, OTHER, "a fault of the broker; its log tells more");
    }

    /** What 1.3 has no code for. Where version 1 has a status for it, that one. */
    private static Grape13Refusal of(GrapeException failure) {
        int status = Problems.status(failure.code());
        return switch (failure.code()) {
            case BAD_REQUEST, UNAUTHENTICATED, FORBIDDEN -> new Grape13Refusal(status, status, failure.detail());
            case TOO_LARGE ->
                new Grape13Refusal(
                        status,
                        OTHER,
                        "job data is too big: " + failure.detail() + "; --max-payload-bytes may allow more");
            case TUBE_NOT_FOUND, JOB_NOT_FOUND, NOT_FOUND, DUPLICATE, LEASE_LOST, WRONG_STATE, GATED ->
                new Grape13Refusal(400, OTHER, failure.detail());
            case QUOTA_EXCEEDED, TUBE_FULL, OVERLOADED, DRAINING, DEADLINE_EXCEEDED, STORE_UNAVAILABLE, INTERNAL ->
                new Grape13Refusal(status, OTHER, failure.detail(), failure);
        };
    }

    static Grape13Refusal unknownPath(String path) {
        return new Grape13Refusal(404, 404, "invalid path:" + path);
    }

    Response reply() {
        Response reply =
                Response.fresh(status, new JsonObject().put("code", code).put("desc", String.valueOf(getMessage())));
        Response told = switch (status) {
            case 401 -> reply.header(Problems.ASKING, Problems.BEARER);
            case 429, 503 -> reply.header("Retry-After", "1");
            default -> reply;
        };
        return failure == null ? told : Problems.explained(told, failure);
    }
}
