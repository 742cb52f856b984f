package io.grape.server.access;

/** A token that was just made. Its text is told once. */
public record NewToken(Token token, String text) {}
