package io.grape.core.tube;

/**
 * Who makes tubes.
 *
 * @param name tells it from others
 * @param most how many it may have made that are there
 */
public record TubeCreator(String name, int most) {}
