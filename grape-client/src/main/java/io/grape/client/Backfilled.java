package io.grape.client;

import org.jspecify.annotations.Nullable;

/**
 * What became of occurrences of the past.
 *
 * @param kept how many were there already, or have finished within the dedup window of the tube
 * @param refused how many the tube did not take
 * @param reason why it did not take the last of these; null if it took all
 */
public record Backfilled(
        int made, int kept, int refused, @Nullable String reason) {}
