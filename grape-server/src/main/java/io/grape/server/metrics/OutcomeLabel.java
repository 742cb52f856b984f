package io.grape.server.metrics;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.server.failure.Failures;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What came of an operation: one of ours, or the code of its failure. Few of them, since each is a series of its own. */
record OutcomeLabel(String label) {
    static final OutcomeLabel OK = new OutcomeLabel("ok");
    /** A produce of an id that is live. */
    static final OutcomeLabel EXISTS = new OutcomeLabel("exists");
    /** A consume or a kick that found nothing. */
    static final OutcomeLabel EMPTY = new OutcomeLabel("empty");
    /** A kick of a job that is ready. */
    static final OutcomeLabel UNCHANGED = new OutcomeLabel("unchanged");

    private static final OutcomeLabel INTERNAL = ofCode(ErrorCode.INTERNAL);
    private static final Map<ErrorCode, OutcomeLabel> FAILURES =
            Stream.of(ErrorCode.values()).collect(Collectors.toUnmodifiableMap(code -> code, OutcomeLabel::ofCode));

    private static OutcomeLabel ofCode(ErrorCode code) {
        return new OutcomeLabel(code.name().toLowerCase(Locale.ROOT));
    }

    /** True when a job went through: there is such a tube. */
    boolean isSuccess() {
        return equals(OK) || equals(EXISTS);
    }

    static OutcomeLabel of(Throwable failure) {
        return Failures.cause(failure) instanceof GrapeException ours
                ? FAILURES.getOrDefault(ours.code(), INTERNAL)
                : INTERNAL;
    }
}
