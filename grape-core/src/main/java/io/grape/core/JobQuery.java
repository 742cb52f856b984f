package io.grape.core;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list.
 *
 * @param limit 1 to 1000
 * @param cursor where the page before ended, as it said; null = from the start
 * @param due only those that are due in this window, of delayed and ready ones alone
 */
public record JobQuery(JobState state, int limit, @Nullable String cursor, DueWindow due) {
    public JobQuery {
        Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
        due.checkFor(state);
    }

    public JobQuery(JobState state, int limit, @Nullable String cursor) {
        this(state, limit, cursor, DueWindow.ANY);
    }
}
