package io.grape.core.schedule;

import java.time.Instant;

/**
 * One of the times of a schedule.
 *
 * @param at the instant by its cron expression or interval, which its id and its header name
 * @param due when its job is due: the same, or later within the window of the schedule
 */
public record Occurrence(Instant at, Instant due) {}
