package io.grape.server.http.console;

import io.grape.core.tube.ScheduleWindow;
import io.grape.core.tube.WaitingJobs;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How late jobs will be at the worst, if they are finished as fast as of late: what waits and cannot be finished in its step
 * is added to the next.
 *
 * @param at when that is
 */
record Forecast(Duration lateness, Instant at) {
    /** Null when nothing is known of how fast jobs are finished. */
    static @Nullable Forecast of(WaitingJobs waiting, ScheduleWindow window, double finishedPerSecond) {
        if (finishedPerSecond <= 0) {
            return null;
        }
        double perStep = finishedPerSecond * window.step().toMillis() / 1000.0;
        double queue = waiting.overdue();
        double longest = queue;
        Instant at = window.from();
        for (int step = 0; step < waiting.counts().size(); step++) {
            queue = Math.max(0, queue + waiting.counts().get(step) - perStep);
            if (queue > longest) {
                longest = queue;
                at = window.from().plus(window.step().multipliedBy(step + 1L));
            }
        }
        return new Forecast(Duration.ofMillis(Math.round(longest / finishedPerSecond * 1000)), at);
    }
}
