package io.grape.core.quota;

import java.time.Duration;

/**
 * How much of what a call wanted is allowed.
 *
 * @param jobs the first ones; 0 = none
 * @param retryAfter how long until the rate allows one job more, zero = it allows all
 * @param isFull true if too much is in flight
 */
public record QuotaGrant(int jobs, Duration retryAfter, boolean isFull) {}
