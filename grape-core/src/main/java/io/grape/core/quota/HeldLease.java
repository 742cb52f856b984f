package io.grape.core.quota;

import java.time.Instant;

/**
 * A lease that a client holds.
 *
 * @param job as {@link Quotas#job} names it
 */
public record HeldLease(String job, Instant until) {}
