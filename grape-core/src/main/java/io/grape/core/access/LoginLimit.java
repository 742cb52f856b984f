package io.grape.core.access;

/** How many tries a name has. */
public record LoginLimit(String name, int most) {}
