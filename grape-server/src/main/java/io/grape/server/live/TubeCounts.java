package io.grape.server.live;

/**
 * How many tubes.
 *
 * @param count all that there are
 * @param counted those that what is said is about
 * @param late those whose jobs wait too long
 */
public record TubeCounts(int count, int counted, int paused, int late) {}
