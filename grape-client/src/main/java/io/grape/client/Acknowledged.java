package io.grape.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a job is after an acknowledgement.
 *
 * @param dueAt of one that is ready or delayed now, else null
 * @param leaseUntil of one that is retained now, else null
 */
public record Acknowledged(
        String id,
        JobState state,
        @Nullable Instant dueAt,
        @Nullable Instant leaseUntil) {}
