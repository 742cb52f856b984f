package io.grape.core.job;

import java.util.List;

/**
 * The events of a live job, oldest first.
 *
 * @param dropped how many old events, after the produce, are no longer kept
 */
public record JobHistory(List<JobEvent> events, long dropped) {
    public JobHistory {
        events = List.copyOf(events);
    }
}
