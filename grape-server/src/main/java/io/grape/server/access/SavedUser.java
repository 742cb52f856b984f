package io.grape.server.access;

/** What became of a user. */
public record SavedUser(User user, boolean created) {}
