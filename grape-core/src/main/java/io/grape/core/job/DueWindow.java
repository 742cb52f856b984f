package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * From when to when jobs are due.
 *
 * @param from null = however early
 * @param to this instant is not in it; null = however late
 */
public record DueWindow(@Nullable Instant from, @Nullable Instant to) {
    public static final DueWindow ANY = new DueWindow(null, null);

    public DueWindow {
        if (from != null && to != null && from.isAfter(to)) {
            throw GrapeException.badValue("dueTo", "dueFrom or later", to);
        }
    }

    /** Refuses a window of jobs that do not wait. */
    public void checkFor(JobState state) {
        boolean waits = state == JobState.DELAYED || state == JobState.READY;
        if (!waits && !equals(ANY)) {
            throw GrapeException.badValue("dueFrom, dueTo", "them with state delayed or ready", state.wireName());
        }
    }
}
