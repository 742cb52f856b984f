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
 */
public record Produced(
        JobId id, JobState state, boolean created, @Nullable Instant dueAt) {}
