package io.grape.core.operation;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.DueWindow;
import io.grape.core.job.FailureSignature;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A requested operation on many jobs of a tube.
 *
 * @param from the state of the jobs: failed, delayed or ready
 * @param reason only failed jobs whose reason has this {@linkplain FailureSignature signature}; null = any
 * @param due only delayed or ready jobs that are due in this window
 * @param limit most jobs, null = all
 * @param perSecond most jobs a second, null = as many as do not disturb other calls
 * @param delay of a kick
 * @param stopAfterFailures it stops after so many failures in the tube since its start; null = never
 * @param createdBy who requested it, null = unknown
 */
public record OperationRequest(
        OperationKind kind,
        TubeName tube,
        JobState from,
        @Nullable String reason,
        DueWindow due,
        @Nullable Long limit,
        @Nullable Long perSecond,
        Duration delay,
        @Nullable Long stopAfterFailures,
        @Nullable String createdBy) {
    public static final long MAX_JOBS = 1_000_000_000;
    public static final long MAX_PER_SECOND = 1_000_000;

    public OperationRequest {
        if (from == JobState.RETAINED) {
            throw GrapeException.badValue("state", "failed, delayed or ready", "'retained'");
        }
        if (kind == OperationKind.DELETE && !delay.isZero()) {
            throw GrapeException.badValue("delayMs", "it with kind kick", kind.wireName());
        }
        FailureSignature.check(reason, from);
        due.checkFor(from);
        Limits.checkedDelay("delayMs", delay);
        check("limit", limit, MAX_JOBS);
        check("perSecond", perSecond, MAX_PER_SECOND);
        check("stopAfterFailures", stopAfterFailures, MAX_JOBS);
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
