package io.grape.core.schedule;

/**
 * What a put or a change did.
 *
 * @param isNew true if there was no schedule of that name
 * @param isChanged false if it was as it should be, so that nothing was made
 * @param rev the one that it has now
 */
public record ScheduleChange(boolean isNew, boolean isChanged, long rev) {}
