package io.grape.client;

import java.time.Instant;

/**
 * The wish that the consumer of a job stops. The lease goes on; if it runs out, the job fails with the reason. Source:
 * {@code docs/http.md#cancel}.
 *
 * @param at since when, by Redis's clock
 * @param reason empty if none was given
 */
public record Cancellation(Instant at, String reason) {}
