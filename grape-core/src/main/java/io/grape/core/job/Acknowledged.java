package io.grape.core.job;

import io.grape.core.JobId;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The response to an acknowledgement.
 *
 * @param state null if the job is finished and gone
 * @param dueAt after a release or a hand-back, else null
 * @param leaseUntil after a touch, else null
 * @param cancelled after a touch, if the consumer is asked to stop; else null
 * @param successor true if another job of its id follows it, which was produced meanwhile; after a finish that one waits, and state
 *     and dueAt are null
 * @param at Redis's time of the acknowledgement
 */
public record Acknowledged(
        JobId id,
        @Nullable JobState state,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil,
        @Nullable Cancellation cancelled,
        boolean successor,
        Instant at) {
    /** That of a job that no other follows. */
    public Acknowledged(
            JobId id,
            @Nullable JobState state,
            @Nullable Instant dueAt,
            @Nullable Instant leaseUntil,
            @Nullable Cancellation cancelled,
            Instant at) {
        this(id, state, dueAt, leaseUntil, cancelled, false, at);
    }

    /** That of a job whose consumer goes on. */
    public Acknowledged(
            JobId id, @Nullable JobState state, @Nullable Instant dueAt, @Nullable Instant leaseUntil, Instant at) {
        this(id, state, dueAt, leaseUntil, null, false, at);
    }
}
