package io.grape.core.tube;

import java.time.Duration;
import java.time.Instant;

/**
 * The steps to count.
 *
 * @param step the length of each, at least 1 ms
 * @param steps how many, at most {@link #MAX_STEPS}
 */
public record ScheduleWindow(Instant from, Duration step, int steps) {
    public static final int MAX_STEPS = 200;

    public Instant to() {
        return from.plus(step.multipliedBy(steps));
    }
}
