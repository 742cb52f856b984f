package io.grape.chaos.history;

/**
 * The jobs of one key in one tube, and what the tube promises of them.
 *
 * @param concurrency how many of them are under leases at the same time
 * @param isOrdered whether they never overtake each other
 */
public record Lane(String tube, String key, int concurrency, boolean isOrdered) {}
