package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A job as somebody sees it who asks for its result.
 *
 * @param result null if it has none, or has not finished
 */
public record JobResult(JobId id, JobState state, @Nullable Payload result) {}
