package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The response to a produce.
 *
 * @param created false if the id was live already
 * @param dueAt null while the job is retained or failed
 * @param successor true if the job is retained, and what was produced follows it
 */
public record Produced(
        JobId id, JobState state, boolean created, @Nullable Instant dueAt, boolean successor) {
    /** That of a job that follows no other. */
    public Produced(JobId id, JobState state, boolean created, @Nullable Instant dueAt) {
        this(id, state, created, dueAt, false);
    }
}
