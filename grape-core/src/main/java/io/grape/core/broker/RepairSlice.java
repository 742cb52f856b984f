package io.grape.core.broker;

import org.jspecify.annotations.Nullable;

/**
 * A slice of a round.
 *
 * @param jobs how many jobs were looked at, at most 100
 * @param repair null when nothing was put right
 * @param strays null when all of them are in a tube that exists
 * @param isLast whether the round ended with it
 */
public record RepairSlice(
        int jobs, @Nullable Repair repair, @Nullable StrayKeys strays, boolean isLast) {}
