package io.grape.core.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response to a claim.
 *
 * @param isOurs whether this broker is the one that does the check now
 * @param isMidway whether a round is to be gone on with
 * @param sinceRound how long ago a round ended, whichever broker did it; null when none has
 */
public record RepairClaim(
        boolean isOurs, boolean isMidway, @Nullable Duration sinceRound) {}
