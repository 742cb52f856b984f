package io.grape.core.operation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work on many jobs of a tube, in slices, and how far it is.
 *
 * @param why it ended, if there is more to say than its state does
 * @param matching how many jobs it was about when it began, as far as they were counted
 * @param skipped how many of those were consumed or changed meanwhile, and left alone
 * @param failuresSince how many jobs of the tube have failed since it began
 * @param endedAt null while it goes on
 * @param eta how much longer it takes at this rate, null when that is not known, or it does not go on
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
