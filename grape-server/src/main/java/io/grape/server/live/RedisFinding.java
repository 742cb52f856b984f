package io.grape.server.live;

/**
 * Something that is not right, or cannot be seen.
 *
 * @param level {@code bad}, {@code warn} or {@code unseen}
 */
public record RedisFinding(String level, String what, String remedy) {}
