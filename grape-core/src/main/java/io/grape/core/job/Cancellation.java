package io.grape.core.job;

import java.time.Instant;

/**
 * The wish that a consumer stops. Its lease goes on; if it runs out, the job fails with the reason.
 *
 * @param at since when
 * @param reason up to 200 characters, empty = none was given
 */
public record Cancellation(Instant at, String reason) {}
