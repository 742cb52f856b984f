package io.grape.core.key;

/**
 * A key of a tube, and how many jobs it has.
 *
 * @param jobs waiting and retained ones
 */
public record KeyShare(String key, long jobs) {}
