package io.grape.client;

import java.time.Duration;

/**
 * How long jobs waited from due to delivered. The values are upper bounds: 95 of 100 deliveries were at most {@code p95} late.
 *
 * @param samples how many deliveries these are of
 */
public record Lateness(Duration p50, Duration p95, Duration p99, long samples) {}
