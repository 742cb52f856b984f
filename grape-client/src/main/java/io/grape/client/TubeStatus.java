package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tube as it is now.
 *
 * @param paused null while it hands out
 * @param counts how many jobs are in each state
 * @param totals since it was made, by name: {@code docs/http.md#tubes}
 * @param oldestReady how long its first ready job has waited; null when none is ready
 * @param nextDueAt when its first delayed job is due; null when there is none
 */
public record TubeStatus(
        String name,
        TubeSettings settings,
        @Nullable Pause paused,
        Map<JobState, Long> counts,
        Map<String, Long> totals,
        @Nullable Duration oldestReady,
        @Nullable Instant nextDueAt) {

    /**
     * Why it hands out nothing.
     *
     * @param until null: until it is resumed
     * @param reason null: none was given
     */
    public record Pause(@Nullable Instant until, @Nullable String reason) {}
}
