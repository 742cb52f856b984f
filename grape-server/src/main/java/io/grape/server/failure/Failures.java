package io.grape.server.failure;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

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

    /** True when nothing was done, as there was too much to do. */
    public static boolean isShed(Throwable failure) {
        return cause(failure) instanceof GrapeException ours && ours.overload() != null;
    }

    /** The result of a stage; blocks. Fails with what the stage failed with, where that is a failure of ours. */
    public static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw cause(e) instanceof GrapeException ours ? ours : e;
        }
    }

    /** What it was, in a sentence for people. */
    public static String detail(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof GrapeException ours ? ours.detail() : cause.toString();
    }
}
