package io.grape.core;

import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list.
 *
 * @param limit 1 to 1000
 * @param cursor where the page before ended, as it said; null = from the start
 */
public record JobQuery(JobState state, int limit, @Nullable String cursor) {
    public JobQuery {
        Limits.checked("limit", limit, 1, Limits.MAX_BATCH);
    }
}
