package io.grape.core.job;

import io.grape.core.JobState;
import io.grape.core.Limits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list.
 *
 * @param limit 1 to 1000
 * @param cursor where the page before ended, as it said; null = from the start
 * @param due only those that are due in this window, of delayed and ready ones alone
 * @param reason only failed jobs whose reason has this {@linkplain FailureSignature signature}; null = any
 */
public record JobQuery(
        JobState state,
        int limit,
        @Nullable String cursor,
        DueWindow due,
        @Nullable String reason) {
    public JobQuery {
        Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
        due.checkFor(state);
        FailureSignature.check(reason, state);
    }

    public JobQuery(JobState state, int limit, @Nullable String cursor) {
        this(state, limit, cursor, DueWindow.ANY, null);
    }

    /** Whether a job, which is in that state and due in that window, failed for the reason that is asked for. */
    public boolean isOfReason(Job job) {
        return reason == null || reason.equals(FailureSignature.of(Objects.requireNonNullElse(job.reason(), "")));
    }
}
