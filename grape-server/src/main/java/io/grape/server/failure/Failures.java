package io.grape.server.failure;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.concurrent.CompletionException;

/** Reads failures of stages: each stage that depends on one that failed wraps what it got. */
public final class Failures {
    private Failures() {}

    /** What failed, without what the stages in between wrapped around it. */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause(cause) : failure;
    }

    /** True when this code is what it failed with, wrapped or not. */
    public static boolean is(ErrorCode code, Throwable failure) {
        return cause(failure) instanceof GrapeException ours && ours.code() == code;
    }

    /** What it was, in a sentence for people. */
    public static String detail(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof GrapeException ours ? ours.detail() : cause.toString();
    }
}
