package io.grape.core.schedule;

import org.jspecify.annotations.Nullable;

/**
 * What became of past occurrences that were asked for.
 *
 * @param kept how many were there already, or have finished and are remembered
 * @param refused how many the tube did not take
 * @param reason why it did not take the last of these, null if there are none
 */
public record Backfill(
        int made, int kept, int refused, @Nullable String reason) {
    public static final Backfill NONE = new Backfill(0, 0, 0, null);

    /** This and a later one. */
    public Backfill plus(Backfill later) {
        return new Backfill(
                made + later.made,
                kept + later.kept,
                refused + later.refused,
                later.reason == null ? reason : later.reason);
    }
}
