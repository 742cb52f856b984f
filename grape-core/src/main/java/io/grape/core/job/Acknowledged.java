package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The response to an acknowledgement.
 *
 * @param state null when the job is gone, because it was finished
 * @param dueAt after a release or a hand-back, null otherwise
 * @param leaseUntil after a touch, null otherwise
 * @param at Redis's time of the acknowledgement
 */
public record Acknowledged(
        JobId id,
        @Nullable JobState state,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil,
        Instant at) {}
