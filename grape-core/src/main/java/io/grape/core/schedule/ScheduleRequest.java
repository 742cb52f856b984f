package io.grape.core.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A schedule that is put, or changed.
 *
 * @param isPaused true if it has no occurrences until it is resumed; null leaves that as it is
 */
public record ScheduleRequest(ScheduleSpec spec, @Nullable Boolean isPaused, JobTemplate template) {}
