package io.grape.core.quota;

import java.time.Instant;

/**
 * A lease that a client holds.
 *
 * @param name as {@link Quotas#held} names it
 */
public record HeldLease(String name, Instant until) {}
