package io.grape.core.broker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The response to a claim.
 *
 * @param isOurs whether this broker runs the check now
 * @param isMidway whether to continue a round
 * @param sinceRound the time since any broker ended a round; null if none has
 */
public record RepairClaim(
        boolean isOurs, boolean isMidway, @Nullable Duration sinceRound) {}
