package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a job after an acknowledgement.
 *
 * @param dueAt when a ready or delayed job is due, else null
 * @param leaseUntil when the lease of a retained job expires, else null
 */
public record Acknowledged(
        String id,
        JobState state,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil) {}
