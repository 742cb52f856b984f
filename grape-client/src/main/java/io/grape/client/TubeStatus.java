package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a tube.
 *
 * @param paused null unless it is paused
 * @param counts the number of jobs in each state
 * @param totals since its creation, by name: {@code docs/http.md#tubes}
 * @param kept the number of finished jobs that are kept; they are in none of the counts
 * @param keptBytes how many bytes are kept of them
 * @param oldestReady how long its first ready job has waited; null if none is ready
 * @param nextDueAt when its first delayed job is due; null if there is none
 */
public record TubeStatus(
        String name,
        TubeSettings settings,
        @Nullable Pause paused,
        Map<JobState, Long> counts,
        Map<String, Long> totals,
        long kept,
        long keptBytes,
        @Nullable Duration oldestReady,
        @Nullable Instant nextDueAt) {

    /**
     * A pause: the tube delivers nothing.
     *
     * @param until null: until it is resumed
     * @param reason null: none was given
     */
    public record Pause(@Nullable Instant until, @Nullable String reason) {}
}
