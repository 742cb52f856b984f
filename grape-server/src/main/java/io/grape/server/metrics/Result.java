package io.grape.server.metrics;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.failure.Failures;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What came of an operation: one of ours, or the code of its failure. Few of them, since each is a series of its own. */
record Result(String label) {
    static final Result OK = new Result("ok");
    /** A produce of an id that is live. */
    static final Result EXISTS = new Result("exists");
    /** A consume or a kick that found nothing. */
    static final Result EMPTY = new Result("empty");
    /** A kick of a job that is ready. */
    static final Result UNCHANGED = new Result("unchanged");

    private static final Result INTERNAL = ofCode(ErrorCode.INTERNAL);
    private static final Map<ErrorCode, Result> FAILURES =
            Stream.of(ErrorCode.values()).collect(Collectors.toUnmodifiableMap(code -> code, Result::ofCode));

    private static Result ofCode(ErrorCode code) {
        return new Result(code.name().toLowerCase(Locale.ROOT));
    }

    /** True when a job went through: there is such a tube. */
    boolean isSuccess() {
        return equals(OK) || equals(EXISTS);
    }

    static Result of(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException ours
                ? FAILURES.getOrDefault(ours.code(), INTERNAL)
                : INTERNAL;
    }
}
