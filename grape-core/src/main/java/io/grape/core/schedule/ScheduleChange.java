package io.grape.core.schedule;

/**
 * What a put or a change did.
 *
 * @param isNew true if there was no schedule of that name
 * @param rev the one that it has now
 */
public record ScheduleChange(boolean isNew, long rev) {}
