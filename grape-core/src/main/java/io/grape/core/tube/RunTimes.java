package io.grape.core.tube;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long jobs ran, from their delivery until a consumer ended them.
 *
 * @param jobs how many were measured
 * @param millis for how many ms they ran together
 */
public record RunTimes(long jobs, long millis) {
    public static final RunTimes NONE = new RunTimes(0, 0);

    /** At least 1 ms; null if no job was measured. */
    public @Nullable Duration mean() {
        return jobs == 0 ? null : Duration.ofMillis(Math.max(1, Math.round((double) millis / jobs)));
    }
}
