package io.grape.core.migration;

import io.grape.core.JobId;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.NewJob;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job of another store, as it was there.
 *
 * @param job with the instant at which it is due
 * @param createdAt null = now
 * @param executions how often it ran there since its produce or last kick
 * @param earlier how often it ran before that kick
 * @param begun whether it was delivered there: then it does not expire
 * @param failure null = it waits
 * @param checkpoint what its last consumer left to the next one; null = none did
 * @param debounceUntil when it is due at the latest, however often debounced produces put it off; null = no limit
 */
public record AdoptedJob(
        NewJob job,
        @Nullable Instant createdAt,
        int executions,
        int earlier,
        boolean begun,
        @Nullable AdoptedFailure failure,
        @Nullable Checkpoint checkpoint,
        @Nullable Instant debounceUntil) {
    public JobId id() {
        return job.id();
    }
}
