package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a schedule.
 *
 * @param settings when it occurs, with the defaults of what was not set
 * @param rev grows with each change
 * @param next the next occurrences, up to five; in a list one
 * @param last the last one that came due; null if none did
 * @param lastSkipped the last one that was not made; null if there is none
 * @param made how many were made, the one that waits included
 * @param runs how many came due
 * @param skipped how many were not made
 * @param failures how many of the last runs failed, one after the other
 */
public record ScheduleStatus(
        String name,
        State state,
        ScheduleSettings settings,
        long rev,
        List<Instant> next,
        @Nullable LastRun last,
        @Nullable Skipped lastSkipped,
        long made,
        long runs,
        long skipped,
        long failures) {
    /** Whether it has further occurrences. */
    public enum State {
        /** It has. */
        ACTIVE,
        /** Not until it is resumed. */
        PAUSED,
        /** None. */
        ENDED,
        /** A state that this client does not know. */
        UNKNOWN
    }

    /**
     * An occurrence that came due.
     *
     * @param id of its job
     * @param at its instant
     * @param dueAt when its job was due: {@code at}, or later within a window
     * @param state of its job; null if that finished or was removed
     * @param deliveredAt when its job was last delivered; null if it was not, or is gone
     * @param lateness from due to delivered; null if it was not delivered, or is gone
     */
    public record LastRun(
            String id,
            Instant at,
            Instant dueAt,
            @Nullable JobState state,
            @Nullable Instant deliveredAt,
            @Nullable Duration lateness) {}

    /**
     * An occurrence that was not made.
     *
     * @param reason such as {@code MISSED}, or {@code GATED} and the gate
     */
    public record Skipped(Instant at, String reason) {}
}
