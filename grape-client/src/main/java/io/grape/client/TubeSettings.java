package io.grape.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The defaults for the jobs of a tube, and its limits.
 *
 * @param ttr how long a lease lasts; 60 s in a new tube
 * @param maxAttempts deliveries before a job fails, 0 = no limit; 20 in a new tube
 * @param limits null leaves them as they are; never null in a {@link TubeStatus}
 */
public record TubeSettings(
        Duration ttr, int maxAttempts, @Nullable TubeLimits limits) {
    /** Settings that leave the limits as they are. */
    public TubeSettings(Duration ttr, int maxAttempts) {
        this(ttr, maxAttempts, null);
    }
}
