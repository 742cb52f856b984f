package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a job after an acknowledgement.
 *
 * @param dueAt when a ready or delayed job is due, else null
 * @param leaseUntil when the lease of a retained job expires, else null
 * @param cancelled of a touch: the wish that the consumer stops, null if there is none
 * @param successor true if what was produced meanwhile has taken the place of the job ({@link NewJob#debounce})
 */
public record Acknowledged(
        String id,
        JobState state,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil,
        @Nullable Cancellation cancelled,
        boolean successor) {
    /** Of a job whose consumer goes on. */
    public Acknowledged(String id, JobState state, @Nullable Instant dueAt, @Nullable Instant leaseUntil) {
        this(id, state, dueAt, leaseUntil, null, false);
    }
}
