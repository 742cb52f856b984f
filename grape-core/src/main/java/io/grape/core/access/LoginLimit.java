package io.grape.core.access;

/** The maximum number of login attempts for a name. */
public record LoginLimit(String name, int most) {}
