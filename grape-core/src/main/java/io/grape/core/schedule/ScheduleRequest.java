package io.grape.core.schedule;

/**
 * A schedule that is put, or changed.
 *
 * @param isPaused true if it has no occurrences until it is resumed
 */
public record ScheduleRequest(ScheduleSpec spec, boolean isPaused, JobTemplate template) {}
