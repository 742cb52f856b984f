package io.grape.client;

import java.time.Duration;

/**
 * What jobs of a tube have unless they say otherwise.
 *
 * @param ttr how long a lease lasts; 60 s in a new tube
 * @param maxAttempts hand-outs before a job fails, 0 = endlessly; 20 in a new tube
 */
public record TubeSettings(Duration ttr, int maxAttempts) {}
