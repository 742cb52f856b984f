package io.grape.core.operation;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.job.FailureSignature;
import io.grape.core.job.TagFilter;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A requested operation on many jobs of a tube.
 *
 * @param from the state of the jobs: failed, delayed or ready
 * @param reason only failed jobs whose reason has this {@linkplain FailureSignature signature}; null = any
 * @param due only delayed or ready jobs that are due in this window
 * @param tags only jobs with these
 * @param limit most jobs, null = all
 * @param perSecond most jobs a second, null = as many as do not disturb other calls
 * @param delay of a kick
 * @param to the tube that a move brings the jobs to; null otherwise
 * @param stopAfterFailures it stops after so many failures in the tube since its start; null = never
 * @param createdBy who requested it, null = unknown
 */
public record OperationRequest(
        OperationKind kind,
        TubeName tube,
        JobState from,
        @Nullable String reason,
        DueWindow due,
        TagFilter tags,
        @Nullable Long limit,
        @Nullable Long perSecond,
        Duration delay,
        @Nullable TubeName to,
        @Nullable Long stopAfterFailures,
        @Nullable String createdBy) {
    public static final long MAX_JOBS = 1_000_000_000;
    public static final long MAX_PER_SECOND = 1_000_000;

    public OperationRequest {
        if (from == JobState.RETAINED || from == JobState.GATED) {
            throw GrapeException.badValue("state", "failed, delayed or ready", "'" + from.wireName() + "'");
        }
        if (kind != OperationKind.KICK && !delay.isZero()) {
            throw GrapeException.badValue("delayMs", "it with kind kick", kind.wireName());
        }
        checkTarget(kind, tube, to);
        FailureSignature.check(reason, from);
        due.checkFor(from);
        Limits.checkedDelay("delayMs", delay);
        check("limit", limit, MAX_JOBS);
        check("perSecond", perSecond, MAX_PER_SECOND);
        check("stopAfterFailures", stopAfterFailures, MAX_JOBS);
    }

    /** One on all jobs of a state with these tags, without a target, a delay or bounds. */
    public static OperationRequest of(OperationKind kind, TubeName tube, JobState from, TagFilter tags) {
        return new OperationRequest(
                kind, tube, from, null, DueWindow.ANY, tags, null, null, Duration.ZERO, null, null, null);
    }

    private static void checkTarget(OperationKind kind, TubeName tube, @Nullable TubeName to) {
        if (kind == OperationKind.MOVE && to == null) {
            throw GrapeException.badValue("to", "the tube that the jobs move to", "none");
        }
        if (kind != OperationKind.MOVE && to != null) {
            throw GrapeException.badValue("to", "it with kind move", kind.wireName());
        }
        if (tube.equals(to)) {
            throw GrapeException.badValue("to", "another tube", "'" + to + "'");
        }
    }

    /** The tube that a move brings the jobs to. */
    public TubeName target() {
        return Objects.requireNonNull(to, "to");
    }

    private static void check(String name, @Nullable Long value, long most) {
        if (value != null) {
            Limits.checked(name, value, 1, most);
        }
    }

    /** How many more jobs it may change, after so many. */
    public long left(long done) {
        return limit == null ? Long.MAX_VALUE : Math.max(0, limit - done);
    }
}
