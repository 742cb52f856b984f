package io.grape.core.schedule;

import io.grape.core.JobId;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last occurrence of a schedule that came due.
 *
 * @param state of its job, null if that is gone: finished or removed
 * @param deliveredAt when its job was last delivered, null if it was not yet, or is gone
 */
public record LastRun(
        JobId id,
        Instant at,
        Instant due,
        @Nullable JobState state,
        @Nullable Instant deliveredAt) {}
