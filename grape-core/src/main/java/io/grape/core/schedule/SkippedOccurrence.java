package io.grape.core.schedule;

import java.time.Instant;

/**
 * An occurrence that was not made.
 *
 * @param reason {@code TUBE_FULL} and the limit, {@code GATED} and the gate, {@code QUOTA_EXCEEDED}, {@code DUPLICATE} if a job has its id, or
 *     {@code MISSED} for all that were missed together
 */
public record SkippedOccurrence(Instant at, String reason) {}
