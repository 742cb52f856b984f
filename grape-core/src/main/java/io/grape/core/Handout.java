package io.grape.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a consume.
 *
 * @param jobs in hand-out order; fewer than asked for when there are no more, or when their payloads are more than 16 MiB
 * @param at Redis's time of the hand-out
 * @param next how long until there may be more, zero when there is more now: the next due job, the next lease to run out, or
 *     the end of a pause; null when nothing is foreseen, or when as many jobs came as were asked for
 */
public record Handout(List<Job> jobs, Instant at, @Nullable Duration next) {
    public Handout {
        jobs = List.copyOf(jobs);
    }
}
