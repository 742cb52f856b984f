package io.grape.core.job;

import io.grape.core.GrapeException;
import io.grape.core.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window of due times.
 *
 * @param from null = no lower bound
 * @param to exclusive; null = no upper bound
 */
public record DueWindow(@Nullable Instant from, @Nullable Instant to) {
    public static final DueWindow ANY = new DueWindow(null, null);

    public DueWindow {
        if (from != null && to != null && from.isAfter(to)) {
            throw GrapeException.badValue("dueTo", "dueFrom or later", to);
        }
    }

    /** Refuses a window for a state whose jobs do not wait. */
    public void checkFor(JobState state) {
        boolean waits = state == JobState.DELAYED || state == JobState.READY;
        if (!waits && !equals(ANY)) {
            throw GrapeException.badValue("dueFrom, dueTo", "them with state delayed or ready", state.wireName());
        }
    }
}
