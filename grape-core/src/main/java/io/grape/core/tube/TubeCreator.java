package io.grape.core.tube;

/**
 * The creator of a tube.
 *
 * @param name unique among creators
 * @param most how many existing tubes it may have created
 */
public record TubeCreator(String name, int most) {}
