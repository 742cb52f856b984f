package io.grape.server;

/**
 * How what is stored is checked.
 *
 * @param jobsPerSecond how many are looked at, 0 = none
 */
public record RepairOptions(int jobsPerSecond) {}
