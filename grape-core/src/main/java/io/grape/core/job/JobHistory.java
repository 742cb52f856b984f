package io.grape.core.job;

import java.util.List;

/**
 * JobEventType has happened to a live job, the oldest first.
 *
 * @param dropped how many events of the past are not kept any more, those between its produce and the rest
 */
public record JobHistory(List<JobEvent> events, long dropped) {
    public JobHistory {
        events = List.copyOf(events);
    }
}
