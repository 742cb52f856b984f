package io.grape.client;

import java.time.Duration;

/**
 * The defaults for the jobs of a tube.
 *
 * @param ttr how long a lease lasts; 60 s in a new tube
 * @param maxAttempts deliveries before a job fails, 0 = no limit; 20 in a new tube
 */
public record TubeSettings(Duration ttr, int maxAttempts) {}
