package io.grape.core.broker;

import org.jspecify.annotations.Nullable;

/**
 * A slice of a round.
 *
 * @param jobs how many jobs were looked at, at most 100
 * @param repair null if nothing was repaired
 * @param strays null if the tube of all of them exists
 * @param isLast whether the round ended with it
 */
public record RepairSlice(
        int jobs, @Nullable Repair repair, @Nullable StrayKeys strays, boolean isLast) {}
