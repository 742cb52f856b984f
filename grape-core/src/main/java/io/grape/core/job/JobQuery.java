package io.grape.core.job;

import io.grape.core.JobState;
import io.grape.core.Limits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list.
 *
 * @param limit 1 to 1000
 * @param cursor the cursor of the page before; null = from the start
 * @param due only delayed or ready jobs that are due in this window
 * @param reason only failed jobs whose reason has this {@linkplain FailureSignature signature}; null = any
 * @param tags only jobs with these
 */
public record JobQuery(
        JobState state,
        int limit,
        @Nullable String cursor,
        DueWindow due,
        @Nullable String reason,
        TagFilter tags) {
    public JobQuery {
        Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
        due.checkFor(state);
        FailureSignature.check(reason, state);
    }

    public JobQuery(JobState state, int limit, @Nullable String cursor) {
        this(state, limit, cursor, DueWindow.ANY, null, TagFilter.ANY);
    }

    /** Whether a job of that state and window failed for the requested reason. */
    public boolean isOfReason(Job job) {
        return reason == null || reason.equals(FailureSignature.of(Objects.requireNonNullElse(job.reason(), "")));
    }
}
