package io.grape.core.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A schedule that is put, or changed.
 *
 * @param isPaused true if it has no occurrences until it is resumed; null leaves that as it is
 * @param client whose quota its occurrences count against, as {@link TickQuota} reads it; empty = nobody's
 */
public record ScheduleRequest(ScheduleSpec spec, @Nullable Boolean isPaused, JobTemplate template, String client) {
    public ScheduleRequest(ScheduleSpec spec, @Nullable Boolean isPaused, JobTemplate template) {
        this(spec, isPaused, template, "");
    }

    /** The same, put by a client. */
    public ScheduleRequest by(String name) {
        return new ScheduleRequest(spec, isPaused, template, name);
    }
}
