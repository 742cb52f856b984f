package io.grape.core.operation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation on many jobs of a tube, and its progress.
 *
 * @param why it ended, if its state does not say all
 * @param matching how many jobs it concerned when it began, as far as they were counted
 * @param skipped how many of those were consumed or changed meanwhile, and left alone
 * @param failuresSince how many jobs of the tube have failed since it began
 * @param endedAt null until it ends
 * @param eta the remaining time at this rate, null if it is unknown or the operation does not run
 */
public record Operation(
        String id,
        OperationRequest request,
        OperationState state,
        @Nullable String why,
        long matching,
        long done,
        long skipped,
        long failuresSince,
        Instant createdAt,
        @Nullable Instant endedAt,
        @Nullable Duration eta) {}
